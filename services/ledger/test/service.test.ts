import { ledger } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  freePort,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
} from '@heliograph/testing';
import { Client } from 'pg';
import { loadConfig } from '../src/config';
import { createLedgerService } from '../src/service';
import {
  beginOf,
  call,
  chargeOf,
  startTestLedger,
  webRequestOf,
  type LedgerClient,
  type TestLedger,
} from './support/ledger';

let running: TestLedger;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  running = await startTestLedger({ METRICS_PORT: String(metricsPort) });
});
afterAll(() => running.stop());

async function as(caller: string, work: (client: LedgerClient) => Promise<unknown>): Promise<unknown> {
  const client = createRpcClient(ledger.LedgerServiceService, {
    address: running.service.address,
    caller,
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const credit = { accountId: 'account-1', micros: 1n, reference: '', reason: '' };
const subscription = { accountId: 'account-1', cliRecords: 1n, periodEnd: new Date(Date.now() + 60_000) };
const usage = { accountId: 'account-1', month: '' };
const reversal = { entryId: '0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d', reason: 'no' };
const entries = { accountId: 'account-1', limit: 0, pageToken: '', kind: '' };
const request = { month: '2026-11', afterAccountId: '', accountIds: [] };

it.each([
  ['gateway', 'credit', (client: LedgerClient) => client.credit(credit, call)],
  ['gateway', 'reverseEntry', (client: LedgerClient) => client.reverseEntry(reversal, call)],
  ['gateway', 'listEntries', (client: LedgerClient) => client.listEntries(entries, call)],
  ['search', 'listCredentialUsage', (client: LedgerClient) => client.listCredentialUsage(usage, call)],
  ['gateway', 'listChargeTotals', (client: LedgerClient) => client.listChargeTotals(request, call)],
  [
    'gateway',
    'verifyLedger',
    (client: LedgerClient) => client.verifyLedger({ month: '2026-11', page: undefined }, call),
  ],
  ['gateway', 'getOutboxStatus', (client: LedgerClient) => client.getOutboxStatus({}, call)],
  ['gateway', 'startSubscription', (client: LedgerClient) => client.startSubscription(subscription, call)],
  ['admin', 'charge', (client: LedgerClient) => client.charge(chargeOf(), call)],
  ['admin', 'begin', (client: LedgerClient) => client.begin(beginOf(), call)],
  ['search', 'getUsage', (client: LedgerClient) => client.getUsage(usage, call)],
  ['dashboard', 'reverseEntry', (client: LedgerClient) => client.reverseEntry(reversal, call)],
  ['dashboard', 'charge', (client: LedgerClient) => client.charge(chargeOf(), call)],
  ['gateway', 'recordWebRequest', (client: LedgerClient) => client.recordWebRequest(webRequestOf(), call)],
])('does not let %s call %s', async (caller, _method, work) => {
  await expect(as(caller, work)).rejects.toMatchObject({ code: 'internal' });
});

it('returns unavailable while the database refuses it, and recovers by itself', async () => {
  const url = new URL(running.database.adminConnectionString);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  const { client } = running;
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    const responses = [
      client.charge(chargeOf(), call),
      client.begin(beginOf(), call),
      client.getUsage(usage, call),
      client.credit(credit, call),
    ];
    for (const response of responses) {
      await expect(response).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    }
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
  await client.charge(chargeOf(), call);
});

it('measures charges, batches, keys, the outbox, and open top-ups', async () => {
  const { client, pool } = running;
  const accountId = 'account-measured';
  await client.charge(chargeOf({ accountId, records: 100 }), call);
  await expect(client.charge(chargeOf({ accountId, records: 1 }), call)).rejects.toThrow();
  await client.begin(beginOf({ idempotencyKey: 'key-measured' }), call);
  await client.begin(beginOf({ idempotencyKey: 'key-measured' }), call);
  await pool.query(
    `INSERT INTO ledger.top_up (top_up_id, account_id, micros, customer_id, payment_method_id, created_at)
     VALUES (gen_random_uuid(), $1, 1, 'c', 'p', now() - interval '2 hours')`,
    [accountId],
  );
  await pool.query(`UPDATE ledger.outbox SET created_at = now() - interval '90 seconds'`);
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const text = await response.text();
  const valueOf = (name: string, label = ''): number => {
    const line = text
      .split('\n')
      .find((candidate) => candidate.startsWith(`${name}{`) && candidate.includes(label));
    return Number(line?.split(' ').at(-1));
  };
  expect(valueOf('heliograph_ledger_charges_total', 'outcome="charged"')).toBeGreaterThanOrEqual(2);
  expect(valueOf('heliograph_ledger_charges_total', 'outcome="insufficient"')).toBe(1);
  expect(valueOf('heliograph_ledger_records_charged_total', 'channel="api"')).toBeGreaterThanOrEqual(110);
  expect(valueOf('heliograph_ledger_idempotency_total', 'outcome="new"')).toBe(1);
  expect(valueOf('heliograph_ledger_idempotency_total', 'outcome="in_progress"')).toBe(1);
  expect(valueOf('heliograph_ledger_batch_size_count', 'call="charge"')).toBeGreaterThanOrEqual(3);
  expect(valueOf('heliograph_ledger_batch_seconds_sum', 'call="charge"')).toBeGreaterThan(0);
  expect(valueOf('heliograph_ledger_queue_depth', 'call="charge"')).toBe(0);
  expect(valueOf('heliograph_ledger_outbox_rows')).toBe(2);
  expect(valueOf('heliograph_ledger_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
  expect(valueOf('heliograph_ledger_top_up_oldest_open_seconds')).toBeGreaterThanOrEqual(7_200);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(200);
});

it('can be destroyed twice, even if it never started', async () => {
  const database = await startTestDatabase();
  const service = createLedgerService(
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: database.connectionString('ledger'),
      ...testCallerVariables,
      LOG_LEVEL: 'fatal',
      RELAY: 'off',
    }),
  );
  await service.destroy();
  await service.destroy();
  await database.stop();
});

it('fails to start without its database and explains why', async () => {
  const service = createLedgerService(
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ...testCallerVariables,
      LOG_LEVEL: 'fatal',
      RELAY: 'off',
    }),
  );
  await expect(service.start()).rejects.toThrow('ECONNREFUSED');
  await service.destroy();
});

it('names every invalid setting at once', () => {
  const load = () =>
    loadConfig({
      RPC_ADDRESS: 'x',
      DATABASE_URL: 'mysql://x',
      CALLER_PUBLIC_KEYS: 'gateway=short',
      IDEMPOTENCY_LEASE_SECONDS: '61',
      RELAY: 'sometimes',
      KAFKA_BROKERS: 'nowhere',
      BATCHER_SHARDS: 'many',
    });
  for (const name of [
    'RPC_ADDRESS',
    'DATABASE_URL',
    'CALLER_PUBLIC_KEYS',
    'IDEMPOTENCY_LEASE_SECONDS',
    'RELAY',
    'KAFKA_BROKERS',
    'BATCHER_SHARDS',
  ]) {
    expect(load).toThrow(name);
  }
});

it.each([
  ['getUsage', (client: LedgerClient) => client.getUsage(usage, call)],
  ['recordWebRequest', (client: LedgerClient) => client.recordWebRequest(webRequestOf(), call)],
  ['credit', (client: LedgerClient) => client.credit(credit, call)],
  ['listEntries', (client: LedgerClient) => client.listEntries(entries, call)],
  ['listCredentialUsage', (client: LedgerClient) => client.listCredentialUsage(usage, call)],
])('lets dashboard call %s', async (_method, work) => {
  await as('dashboard', work);
});
