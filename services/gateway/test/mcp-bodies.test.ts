import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { startGateway, withKey } from './support/gateway';

/** Bodies of one account that are read at once. */
const READ_AT_ONCE = 64;

const gateway = startBeforeAll(() => startGateway());

const newKey = () => gateway.backend.addKey({ accountId: randomUUID(), credentialId: randomUUID() });
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

async function answerTo(key: string): Promise<{ status: number; detail?: string }> {
  const headers = withKey(key, {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: ping });
  const { detail } = (await response.json()) as { detail?: string };
  return { status: response.status, ...(detail !== undefined && { detail }) };
}

/** Starts a request whose body does not end. */
function beginBody(key: string): ClientRequest {
  const headers = withKey(key, { 'content-type': 'application/json', 'content-length': '262144' });
  const begun = request(`${gateway.url}/mcp`, { method: 'POST', headers });
  begun.on('error', () => undefined);
  begun.write('{');
  return begun;
}

it('limits the bodies of one account that are read at once, without affecting other accounts', async () => {
  const [greedy, other] = [newKey(), newKey()];
  const begun = Array.from({ length: READ_AT_ONCE }, () => beginBody(greedy));
  await waitFor(async () => (await answerTo(greedy)).status === 429);
  expect((await answerTo(greedy)).detail).toContain('in flight');
  expect((await answerTo(other)).status).toBe(200);
  for (const each of begun) each.destroy();
  await waitFor(async () => (await answerTo(greedy)).status === 200);
});

it('refuses a message with more members than any valid call, and a body with more than ten such calls', async () => {
  const headers = withKey(newKey(), { 'content-type': 'application/json' });
  const body = JSON.stringify({ ...(JSON.parse(ping) as object), params: { list: Array(2_000).fill(0) } });
  const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('must not have more than 2000 members');
  const longer = JSON.stringify(Array(20_001).fill(0));
  const unread = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: longer });
  expect(await unread.text()).toContain('the body must not have more than 20000 members');
});

it('serves ten calls of the maximum size', async () => {
  const headers = withKey(newKey(), {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  const listed = Array.from({ length: 1_500 }, (_, index) => `c${index}`);
  const call = { name: 'search_signals', arguments: { companies: listed } };
  const body = Array.from({ length: 10 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: call,
  }));
  const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveLength(10);
});
