import { createLogger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { itemsOf } from './support/backend-responses';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';
import { openRequest } from './support/raw-http';

const SLOTS = { account: 3, process: 5 };

let gateway: TestGateway;
/** Lets pending searches finish. */
let release: () => void;
const lines: { level: number; msg: string; operation?: string; accountId?: string }[] = [];
beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]);
  const logger = createLogger({ service: 'gateway', level: 'info' }, { write });
  // A pending search ends with its test, not by timeout.
  gateway = await startGateway({ slots: SLOTS, searchTimeoutMs: 30_000 }, { logger });
});
beforeEach(() => {
  const released = new Promise<void>((resolve) => (release = resolve));
  gateway.backend.search = async (request) => {
    await released;
    return itemsOf(request);
  };
  gateway.backend.searches.length = 0;
});
afterEach(async () => {
  release();
  await waitFor(async () => (await busiest()) === 0);
});
afterAll(() => gateway.stop());

const newKey = (accountId?: string) => withKey(gateway.backend.addKey(accountId ? { accountId } : {}));
const metricOf = async (series: string) =>
  Number(
    (await gateway.metrics())
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );
const busiest = () => metricOf('heliograph_gateway_requests_in_flight_of_busiest_account');
const search = (headers: Record<string, string>) => gateway.get('/signals?limit=1', headers);
/** Resolves once this many searches are pending. */
const areRunning = (count: number) => waitFor(() => gateway.backend.searches.length === count);

it("refuses any requests beyond an account's limit in flight, but no other account's", async () => {
  // Keys and sessions of one account share its slots.
  const accountId = 'greedy';
  const responses = [search(newKey(accountId)), search(newKey(accountId)), search(newKey(accountId))];
  await areRunning(3);
  const headers = newKey(accountId);
  for (const path of [
    '/signals',
    '/signals?countOnly=true',
    '/companies/acme-robotics',
    '/usage',
    '/filter-options',
  ]) {
    const refused = await gateway.get(path, headers);
    expect(refused.headers.get('retry-after')).toBe('1');
    const problem = await problemFrom(refused);
    expect(problem).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(problem.detail).toContain('3 requests in flight');
  }
  const token = withKey(gateway.backend.addToken({ accountId }));
  expect((await gateway.cli('/signals', token)).status).toBe(429);
  expect((await gateway.get('/companies/acme-robotics', newKey())).status).toBe(200);
  expect(gateway.backend.searches).toHaveLength(3);
  expect(await busiest()).toBe(3);
  release();
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
  expect((await search(headers)).status).toBe(200);
  expect(
    await metricOf('heliograph_gateway_rate_limited_total{operation="searchSignals",limit="in_flight"'),
  ).toBe(3);
});

it('counts refused requests, and reports in the headers what is left of the minute', async () => {
  const accountId = 'counted';
  const responses = [1, 2, 3].map(() => search(newKey(accountId)));
  await areRunning(3);
  const left = async () =>
    Number((await gateway.get('/usage', newKey(accountId))).headers.get('x-ratelimit-remaining'));
  expect((await left()) - (await left())).toBe(1);
  release();
  await Promise.all(responses);
});

it('frees the slot of a failed search', async () => {
  gateway.backend.search = async () => Promise.reject(new Error('broken'));
  const headers = newKey();
  for (let count = 0; count < 2 * SLOTS.account; count += 1) expect((await search(headers)).status).toBe(500);
  expect(await busiest()).toBe(0);
});

it('frees the slot of a client that disconnects', async () => {
  const accountId = 'hangs-up';
  const headers = newKey(accountId);
  const sockets = [1, 2, 3].map(() => openRequest(gateway.service.port, '/api/v1/signals?limit=1', headers));
  await areRunning(3);
  for (const socket of sockets) socket.destroy();
  // A request sent after the disconnect is answered only after the disconnect was noticed.
  for (let count = 0; count < 3; count += 1) await fetch(`${gateway.url}/healthz`);
  release();
  await waitFor(async () => (await busiest()) === 0);
  expect((await search(headers)).status).toBe(200);
});

it('gives no slot to a request whose body has not arrived', async () => {
  const accountId = 'slow-body';
  const headers = { ...newKey(accountId), 'content-type': 'application/json', 'content-length': '500' };
  const begun = { method: 'POST', begun: '{' };
  const sockets = [1, 2, 3].map(() =>
    openRequest(gateway.service.port, '/api/v1/saved-searches', headers, begun),
  );
  await waitFor(async () => (await metricOf('heliograph_gateway_requests_in_flight{')) === 3);
  // Authenticated after them, so that they have got as far as they can.
  expect((await gateway.get('/usage', newKey(accountId))).status).toBe(200);
  expect(await busiest()).toBe(0);
  for (const socket of sockets) socket.destroy();
});

it("limits all accounts' requests in flight with a 503", async () => {
  const responses = [1, 2, 3, 4, 5].map(() => search(newKey()));
  await areRunning(5);
  const refused = await search(newKey());
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await problemFrom(refused)).toMatchObject({ status: 503, code: 'unavailable' });
  // Requests that need no account are still answered.
  expect((await fetch(`${gateway.url}/api/v1/openapi.json`)).status).toBe(200);
  release();
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
  expect(
    await metricOf('heliograph_gateway_rate_limited_total{operation="searchSignals",limit="process"'),
  ).toBe(1);
});

it('names the account in the log, once for many refusals, and not as an error', async () => {
  const accountId = 'named';
  const responses = [1, 2, 3].map(() => search(newKey(accountId)));
  await areRunning(3);
  lines.length = 0;
  for (let count = 0; count < 30; count += 1) {
    expect((await gateway.get('/nothing', newKey(accountId))).status).toBe(429);
  }
  // Refusals of earlier tests are counted in a later line.
  expect(lines.filter(({ operation }) => operation === 'unknownPath')).toMatchObject([
    { level: 40, msg: 'requests of an account are being refused', accountId },
  ]);
  release();
  await Promise.all(responses);
});
