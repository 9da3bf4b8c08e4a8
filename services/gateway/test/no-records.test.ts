import { writeCorpus } from '@heliograph/catalog';
import { ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7, type RpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  freePort,
  startLocalService,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type LocalService,
  type TestDatabase,
} from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { Backend } from './support/backend';
import { configFor, problemFrom, startGatewayOver, withKey, type TestGateway } from './support/gateway';

const call = { requestId: 'test-request' };

let database: TestDatabase;
let services: LocalService[];
let backend: Backend;
let gateway: TestGateway;
let clients: Record<'admin' | 'gateway', RpcClient<typeof ledger.LedgerServiceService>>;
const metricsPorts = { ledger: 0, search: 0 };

beforeAll(async () => {
  database = await startTestDatabase();
  const addresses = { ledger: freeAddress(), search: freeAddress() };
  services = await Promise.all(
    (['ledger', 'search'] as const).map(async (name) => {
      metricsPorts[name] = await freePort();
      return startLocalService(name, {
        RPC_ADDRESS: addresses[name],
        DATABASE_URL: database.connectionString(name === 'search' ? 'reader' : name),
        ...testCallerVariables,
        METRICS_PORT: String(metricsPorts[name]),
        ...(name === 'ledger' && { RELAY: 'off' }),
      });
    }),
  );
  const client = (caller: string) =>
    createRpcClient(ledger.LedgerServiceService, {
      caller,
      credentials: testCredentials,
      address: addresses.ledger,
      defaultTimeoutMs: 10_000,
    });
  clients = { admin: client('admin'), gateway: client('gateway') };
  backend = await Backend.start();
  gateway = await startGatewayOver(backend, { addresses: { ...configFor(backend).addresses, ...addresses } });
  await publish('A harbor opens');
});
afterAll(async () => {
  await gateway?.stop();
  await backend?.stop();
  for (const client of Object.values(clients ?? {})) await client.close();
  for (const service of services ?? []) await service.stop();
  await database?.stop();
});

/** Number of calls to a method of a service. */
async function callsOf(service: 'ledger' | 'search', method: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPorts[service]}/metrics`)).text();
  const series = text
    .split('\n')
    .filter((line) => line.startsWith('heliograph_rpc_server_duration_seconds_count'));
  const counts = series
    .filter((line) => line.includes(`/${method}"`))
    .map((line) => Number(line.split(' ').at(-1)));
  return counts.reduce((sum, count) => sum + count, 0);
}
const charged = () => callsOf('ledger', 'Charge');

/** Uses up an account's records. */
async function spend(
  of: { accountId: string; credentialId: string },
  channel: ledger.Channel,
  records: number,
) {
  await clients.gateway.charge(
    ledger.ChargeRequest.create({
      ...of,
      eventId: uuidv7(),
      channel,
      operation: 'searchSignals',
      mode: ledger.Mode.KEYWORD,
      records,
      requestId: 'test-request',
    }),
    call,
  );
}

const newAccount = () => ({ accountId: randomUUID(), credentialId: randomUUID() });
const credit = (accountId: string, micros: bigint) =>
  clients.admin.credit({ accountId, micros, reference: '', reason: 'a test' }, call);

/** Publishes a signal, and waits until searches find it. */
async function publish(title: string) {
  const today = new Date().toISOString();
  await writeCorpus(
    database.connectionString('catalog'),
    [{ slug: 'acme', name: 'Acme', industries: [] }],
    [
      {
        id: '1',
        title,
        category: 'launch',
        companySlug: 'acme',
        activityDate: today.slice(0, 10),
        publishedAt: today,
      },
    ],
  );
  const headers = withKey(backend.addKey(newAccount()));
  await waitFor(async () => {
    const { data } = (await (await gateway.get('/signals?countOnly=true', headers)).json()) as {
      data: { total: number };
    };
    return data.total === 1;
  });
}

/** Creates a key of an account without records. */
async function emptyKey() {
  const of = newAccount();
  await spend(of, ledger.Channel.API, 100);
  return { ...of, headers: withKey(backend.addKey(of)) };
}

it('refuses with 402 before the work: no semantic search is run, and no charge tried', async () => {
  const { headers } = await emptyKey();
  const charges = await charged();
  const before = await callsOf('search', 'SemanticSearch');
  for (const path of ['/signals?semantic=ships', '/companies/acme-robotics']) {
    const problem = await problemFrom(await gateway.get(path, headers));
    expect([path, problem.status, problem.code]).toEqual([path, 402, 'insufficient_records']);
    expect(problem.detail).toContain('Top up the balance');
  }
  expect(await callsOf('search', 'SemanticSearch')).toBe(before);
  expect(await charged()).toBe(charges);
  expect(await gateway.metrics()).toMatch(
    /gateway_charges_total\{outcome="not_begun",service="gateway"\} [1-9]/,
  );
});

it('answers a keyword search that finds nothing, which is free, and refuses one that finds something', async () => {
  const { headers } = await emptyKey();
  const empty = await gateway.get('/signals?q=robotics', headers);
  expect([empty.status, await empty.json()]).toEqual([200, { data: { items: [], nextCursor: null } }]);
  expect(['consumed', 'remaining'].map((name) => empty.headers.get(`x-records-${name}`))).toEqual(['0', '0']);
  const charges = await charged();
  const problem = await problemFrom(await gateway.get('/signals?q=harbor', headers));
  expect(problem).toMatchObject({ status: 402, code: 'insufficient_records' });
  expect(problem.detail).toContain('Top up the balance');
  expect(await charged()).toBe(charges);
});

it('answers 404 for a company that does not exist: that is free, and topping up would not find it', async () => {
  const { headers } = await emptyKey();
  for (const slug of ['nobody', 'Not-A-Slug']) {
    const problem = await problemFrom(await gateway.get(`/companies/${slug}`, headers));
    expect([slug, problem.status, problem.code]).toEqual([slug, 404, 'not_found']);
  }
});

it('counts, usage, and filter options still work', async () => {
  const { headers } = await emptyKey();
  const counts = await callsOf('search', 'Count');
  const count = await gateway.get('/signals?countOnly=true', headers);
  expect([count.status, count.headers.get('x-records-remaining')]).toEqual([200, '0']);
  expect(await callsOf('search', 'Count')).toBe(counts + 1);
  for (const path of ['/usage', '/filter-options'])
    expect((await gateway.get(path, headers)).status).toBe(200);
});

it('recognizes a top-up at once', async () => {
  const { headers, accountId } = await emptyKey();
  for (let time = 0; time < 3; time += 1) expect((await gateway.get('/signals', headers)).status).toBe(402);
  // Too little for a single record.
  await credit(accountId, 4_999n);
  expect((await gateway.get('/signals', headers)).status).toBe(402);
  await credit(accountId, 1n);
  expect((await gateway.get('/companies/acme-robotics', headers)).headers.get('x-records-remaining')).toBe(
    '0',
  );
  expect((await gateway.get('/companies/acme-robotics', headers)).status).toBe(402);
});

it('frees the Idempotency-Key of refused requests, and replays paid ones', async () => {
  const { headers, accountId } = await emptyKey();
  const withIdempotencyKey = { ...headers, 'idempotency-key': randomUUID() };
  const get = () => gateway.get('/companies/acme-robotics', withIdempotencyKey);
  expect((await get()).status).toBe(402);
  expect((await get()).status).toBe(402);
  await credit(accountId, 5_000n);
  expect((await get()).status).toBe(200);
  const replay = await get();
  expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

it('refuses a key that has used up its monthly cap, but no other key of the account', async () => {
  const of = newAccount();
  await spend(of, ledger.Channel.API, 5);
  const capped = withKey(backend.addKey({ ...of, monthlyCapRecords: 5n }));
  const before = await charged();
  const problem = await problemFrom(await gateway.get('/signals', capped));
  expect(problem).toMatchObject({ status: 402, code: 'key_cap_reached' });
  expect(problem.detail).toContain('used all 5 records');
  expect(await charged()).toBe(before);
  const other = withKey(backend.addKey({ accountId: of.accountId, credentialId: randomUUID() }));
  expect((await gateway.get('/signals', other)).status).toBe(200);
});

it("refuses the command-line client when its own records are used up, whatever the API's are", async () => {
  const of = newAccount();
  await spend(of, ledger.Channel.CLI, 500);
  const before = await charged();
  const problem = await problemFrom(await gateway.cli('/signals', withKey(backend.addToken(of))));
  expect(problem).toMatchObject({ status: 402, code: 'insufficient_records' });
  expect(problem.detail).toContain('The account has no command-line records left');
  expect(await charged()).toBe(before);
  expect((await gateway.get('/signals', withKey(backend.addKey(of)))).status).toBe(200);
});

it('asks the ledger once per active credential, because each charge reports what is left', async () => {
  const headers = withKey(backend.addKey(newAccount()));
  const before = await callsOf('ledger', 'GetUsage');
  for (let time = 0; time < 10; time += 1) expect((await gateway.get('/signals', headers)).status).toBe(200);
  expect((await callsOf('ledger', 'GetUsage')) - before).toBe(1);
});

it('refuses nothing based on stale funds: the charge sees what others have spent, and updates them', async () => {
  const of = newAccount();
  const headers = withKey(backend.addKey(of));
  expect((await gateway.get('/companies/acme-robotics', headers)).status).toBe(200);
  await spend(of, ledger.Channel.API, 99);
  const before = await charged();
  for (let time = 0; time < 3; time += 1) {
    expect((await gateway.get('/companies/acme-robotics', headers)).status).toBe(402);
  }
  expect(await charged()).toBe(before + 1);
});
