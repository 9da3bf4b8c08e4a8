import { identity } from '@heliograph/proto';
import { generateApiKey, ServiceError } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { message, post } from './support/agent';
import { startGateway, withKey, type TestGateway } from './support/gateway';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

const SECRET_WORD = 'confidentialword';
const ID = 'a-request-id-of-ours';

/** Waits for `count` entries, and returns them in the order they were answered. */
async function logged(count: number) {
  const { backend } = gateway;
  await waitFor(() => backend.logged.length >= count, {
    description: () => `${count} entries; there are ${backend.logged.length}`,
  });
  return backend.logged;
}

async function metric(name: string): Promise<number> {
  const line = (await gateway.metrics()).split('\n').find((text) => text.startsWith(`heliograph_${name}`));
  return Number(line?.split(' ').at(-1));
}

it('logs an answered request: caller, operation, cost, and duration, but nothing of its query', async () => {
  const key = gateway.backend.addKey({ accountId: 'account-a', credentialId: 'credential-a' });
  const headers = withKey(key, { 'x-request-id': ID });
  const response = await gateway.get(`/signals?q=${SECRET_WORD}&limit=2`, headers);
  await response.arrayBuffer();
  const [entry] = await logged(1);
  expect(entry).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    accountId: 'account-a',
    requestId: ID,
    credentialId: 'credential-a',
    channel: 'api',
    isTest: false,
    method: 'GET',
    route: '/api/v1/signals',
    operation: 'searchSignals',
    status: 200,
    errorCode: '',
    records: 2,
    receipt: response.headers.get('x-receipt'),
    isReplayed: false,
    durationMicros: expect.any(Number) as number,
    requests: 1,
  });
  expect(entry!.durationMicros).toBeGreaterThan(0);
  await waitFor(async () => (await metric('gateway_logged_requests_total{outcome="sent"')) === 1);
  expect(await metric('gateway_request_log_pending')).toBe(0);
  expect(await metric('gateway_request_log_lag_seconds')).toBe(0);
});

it('logs failures with their codes, paths with parameter names, and sessions as sessions', async () => {
  await gateway.get(`/signals?q=${SECRET_WORD}&limit=0`);
  await gateway.get(`/companies/${SECRET_WORD}`);
  await gateway.get(`/${SECRET_WORD}`);
  await gateway.get(`/usage?${SECRET_WORD}=1`);
  await gateway.cli('/usage');
  const entries = await logged(5);
  expect(entries.map(({ channel, route, status, errorCode }) => [channel, route, status, errorCode])).toEqual(
    [
      ['api', '/api/v1/signals', 400, 'invalid_parameter'],
      ['api', '/api/v1/companies/{slug}', 404, 'not_found'],
      ['api', '', 404, 'not_found'],
      ['api', '/api/v1/usage', 400, 'unknown_parameter'],
      ['cli', '/api/cli/v1/usage', 200, ''],
    ],
  );
  expect(JSON.stringify(entries)).not.toContain(SECRET_WORD);
});

it("marks a replay, which cost nothing, and gives it its charge's receipt", async () => {
  const headers = withKey(gateway.key, { 'idempotency-key': 'the-same-key-1' });
  for (let count = 0; count < 2; count += 1) await gateway.get('/signals?limit=3', headers);
  const [first, replay] = await logged(2);
  expect([first!.records, first!.isReplayed]).toEqual([3, false]);
  expect([replay!.records, replay!.isReplayed]).toEqual([0, true]);
  expect(replay!.receipt).toBe(first!.receipt);
});

it('marks test keys', async () => {
  const { secret } = generateApiKey({ isTest: true });
  gateway.backend.setVerdict(secret, { isTest: true });
  await gateway.get('/signals?limit=none', withKey(secret));
  expect(await logged(1)).toMatchObject([{ isTest: true, channel: 'api', status: 400 }]);
});

it('logs the query only for accounts that want it', async () => {
  const wanting = gateway.backend.addKey({ logsQueries: true });
  await gateway.get(`/signals?q=${SECRET_WORD}&limit=1&api_key=${wanting}`, withKey(wanting));
  await gateway.get(`/signals?q=${SECRET_WORD}&limit=1`, withKey(wanting));
  await post(
    `${gateway.url}/mcp`,
    withKey(wanting),
    message('tools/call', { name: 'search_signals', arguments: { q: SECRET_WORD, limit: 1 } }, 1),
  );
  await gateway.get(`/signals?q=${SECRET_WORD}&limit=1`);
  const entries = await logged(4);
  expect(entries.map(({ query }) => query)).toEqual([
    ...Array<string>(2).fill(`q=${SECRET_WORD}&limit=1`),
    expect.stringContaining(SECRET_WORD),
    undefined,
  ]);
  expect(JSON.stringify(entries)).not.toContain(wanting);
});

it('logs nothing without a valid credential', async () => {
  const { EXPIRED, REVOKED, ACCOUNT_SUSPENDED, ACCESS_RESTRICTED } = identity.Verdict;
  for (const verdict of [EXPIRED, REVOKED, ACCOUNT_SUSPENDED, ACCESS_RESTRICTED]) {
    await gateway.get('/usage', withKey(gateway.backend.addKey({ verdict })));
  }
  await gateway.get('/usage', withKey(generateApiKey().secret));
  await gateway.get('/usage', {});
  await fetch(`${gateway.url}/healthz`);
  await gateway.get('/usage');
  expect(await logged(1)).toHaveLength(1);
});

it('logs each call of an agent as its operation, and a request without calls as itself', async () => {
  const url = `${gateway.url}/mcp`;
  const headers = withKey(gateway.key);
  const calling = (name: string, args: object) => message('tools/call', { name, arguments: args }, 1);
  await post(url, headers, message('tools/list'));
  await post(url, headers, calling('search_signals', { q: SECRET_WORD, limit: 2 }));
  await post(url, headers, calling('search_signals', { q: SECRET_WORD, limit: 0 }));
  await post(url, headers, calling('get_company', { slug: SECRET_WORD }));
  const entries = await logged(4);
  expect(
    entries.map(({ method, route, operation, status, errorCode, records }) => [
      `${method} ${route}`,
      operation,
      status,
      errorCode,
      records,
    ]),
  ).toEqual([
    ['POST /mcp', 'answerAgents', 200, '', 0],
    ['POST /mcp', 'searchSignals', 200, '', 2],
    ['POST /mcp', 'searchSignals', 400, 'invalid_parameter', 0],
    ['POST /mcp', 'getCompany', 404, 'not_found', 0],
  ]);
  expect(JSON.stringify(entries)).not.toContain(SECRET_WORD);
});

it('gives a flooding account one entry for everything its limit refused', async () => {
  await gateway.stop();
  const now = Date.UTC(2026, 10, 20, 10, 23, 18);
  gateway = await startGateway({ limits: { requests: 3, searches: 3 } }, { clock: () => now });
  await Promise.all(Array.from({ length: 200 }, () => gateway.get('/usage')));
  await waitFor(
    () =>
      gateway.backend.logged.filter(({ status }) => status === 200).length === 3 && refusedRequests() === 197,
  );
  // A minute of the real clock may have ended in between.
  const ids = new Set(gateway.backend.logged.filter(({ status }) => status === 429).map(({ id }) => id));
  expect(ids.size).toBeLessThanOrEqual(2);

  function refusedRequests(): number {
    const newest = new Map(gateway.backend.logged.map((entry) => [entry.id, entry]));
    return [...newest.values()]
      .filter(({ status }) => status === 429)
      .reduce((sum, { requests }) => sum + requests, 0);
  }
});

it('serves and charges as usual while metering does not accept entries, and sends them afterwards', async () => {
  await gateway.backend.stopService('metering');
  const { charges } = gateway.backend.ledger;
  for (let count = 0; count < 20; count += 1) {
    expect((await gateway.get('/signals?limit=1')).status).toBe(200);
  }
  expect(charges).toHaveLength(20);
  await waitFor(async () => (await metric('gateway_request_log_lag_seconds')) > 1);
  expect(await metric('gateway_request_log_pending')).toBe(20);
  await gateway.backend.startService('metering');
  const entries = await logged(20);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(20);
  expect(await metric('gateway_logged_requests_total{outcome="dropped"')).toBe(0);
});

it('gives up on entries that metering refuses, as an earlier version does, and counts them', async () => {
  const { recordRequests } = gateway.backend;
  gateway.backend.recordRequests = async () => {
    throw new ServiceError('internal', 'It does not know this call.');
  };
  expect((await gateway.get('/usage')).status).toBe(200);
  await waitFor(async () => (await metric('gateway_logged_requests_total{outcome="dropped"')) === 1);
  gateway.backend.recordRequests = recordRequests;
  await gateway.get('/usage');
  expect(await logged(1)).toHaveLength(1);
});

it('sends waiting entries before it stops', async () => {
  const { backend } = gateway;
  await gateway.get('/usage');
  await gateway.service.destroy();
  expect(backend.logged).toHaveLength(1);
});

it('before it stops, sends entries that wait behind a batch in flight', async () => {
  const { backend } = gateway;
  const { recordRequests } = backend;
  let batches = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  backend.recordRequests = async (request) => {
    batches += 1;
    await finished;
    return recordRequests(request);
  };
  await gateway.get('/usage');
  await waitFor(() => batches === 1);
  await gateway.get('/usage');
  const destroyed = gateway.service.destroy();
  expect(backend.logged).toHaveLength(0);
  finish();
  await destroyed;
  expect(backend.logged).toHaveLength(2);
});
