import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { startGateway, withKey } from './support/gateway';

/** Of one account. */
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

/** A request whose body does not end. */
function beginBody(key: string): ClientRequest {
  const headers = withKey(key, { 'content-type': 'application/json', 'content-length': '262144' });
  const begun = request(`${gateway.url}/mcp`, { method: 'POST', headers });
  begun.on('error', () => undefined);
  begun.write('{');
  return begun;
}

it('reads a bounded number of an account at once, and no fewer of others', async () => {
  const [greedy, other] = [newKey(), newKey()];
  const begun = Array.from({ length: READ_AT_ONCE }, () => beginBody(greedy));
  await waitFor(async () => (await answerTo(greedy)).status === 429);
  expect((await answerTo(greedy)).detail).toContain('in flight');
  expect((await answerTo(other)).status).toBe(200);
  for (const each of begun) each.destroy();
  await waitFor(async () => (await answerTo(greedy)).status === 200);
});

it('refuses a body of more members than any call has', async () => {
  const headers = withKey(newKey(), { 'content-type': 'application/json' });
  const body = JSON.stringify({ ...(JSON.parse(ping) as object), params: Array(2_000).fill([]) });
  const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('must not have more than 2000 members');
});
