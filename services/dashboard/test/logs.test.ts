import { ACCOUNT_LIMITS } from '@heliograph/contract';
import type { Account, AuditLog, CreatedKey, KeyList, RequestLog } from '@heliograph/dashboard-api';
import { ledger, metering } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import { testCredentials } from '@heliograph/testing';
import { Pool } from 'pg';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let dashboard: TestDashboard;
let charges: ReturnType<typeof connectLedger>;
let log: ReturnType<typeof connectMetering>;
let pool: Pool;
beforeAll(async () => {
  dashboard = await TestDashboard.start({ with: ['metering'] });
  [charges, log] = [connectLedger(), connectMetering()];
  pool = new Pool({ connectionString: dashboard.database.adminConnectionString, max: 1 });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await Promise.all([charges.close(), log.close(), pool.end()]);
  await dashboard.stop();
});

const asGateway = { caller: 'gateway', credentials: testCredentials, defaultTimeoutMs: 20_000 };
const connectLedger = () =>
  createRpcClient(ledger.LedgerServiceService, { ...asGateway, address: dashboard.addresses.ledger });
const connectMetering = () =>
  createRpcClient(metering.MeteringServiceService, { ...asGateway, address: dashboard.addresses.metering });

/** What a gateway sends about a request. */
async function record(more: Partial<metering.LoggedRequest>): Promise<void> {
  const request: metering.LoggedRequest = {
    id: uuidv7(),
    accountId: '',
    requestId: 'a-request-id',
    credentialId: 'credential-1',
    channel: 'api',
    isTest: false,
    method: 'GET',
    route: '/api/v1/signals',
    operation: 'searchSignals',
    status: 200,
    errorCode: '',
    records: 0,
    receipt: '',
    isReplayed: false,
    durationMicros: 12_345,
    requests: 1,
    ...more,
  };
  expect(await log.recordRequests({ requests: [request] }, call)).toEqual({ rejected: 0 });
}

/** Charges records and returns the receipt. */
async function charge(accountId: string, credentialId: string, records: number): Promise<string> {
  const { receipt } = await charges.charge(
    {
      eventId: uuidv7(),
      accountId,
      credentialId,
      channel: ledger.Channel.API,
      operation: 'searchSignals',
      mode: ledger.Mode.KEYWORD,
      records,
      requestId: 'a-request-id',
      idempotency: undefined,
      monthlyCapRecords: undefined,
    },
    call,
  );
  return receipt!;
}

async function newPerson(): Promise<{ person: Person; accountId: string }> {
  const person = await dashboard.signIn();
  return { person, accountId: (await person.refresh()).account.id };
}
const logsOf = (person: Person, query = '') => person.data<RequestLog>('GET', `/logs${query}`);

it('shows requests with the names of their keys and their cost according to the ledger', async () => {
  const { person, accountId } = await newPerson();
  const body = { name: 'production', scopes: ['signals:read'] };
  const { key } = await person.data<CreatedKey>('POST', '/keys', body);
  await dashboard.admin.ledger.credit(
    { accountId, micros: 10_000_000n, reference: '', reason: 'gift' },
    call,
  );
  const free = await charge(accountId, key.id, 100);
  const paid = await charge(accountId, key.id, 3);
  const own = { accountId, credentialId: key.id };
  await record({ ...own, receipt: free, records: 100, requestId: 'the-free-one' });
  await record({ ...own, receipt: paid, records: 3, requestId: 'the-paid-one' });
  await record({ ...own, receipt: paid, isReplayed: true, requestId: 'the-replay-1' });
  await record({ ...own, status: 429, errorCode: 'rate_limited', requests: 250, requestId: 'refused-1' });
  await record({ ...own, channel: 'cli', credentialId: 'gone-long-ago', route: '', requestId: 'from-cli' });
  const { items, nextCursor, retentionDays, operations } = await logsOf(person);
  const byId = new Map(items.map((item) => [item.requestId, item]));
  expect([items.length, nextCursor, retentionDays]).toEqual([5, null, 30]);
  expect(operations).toEqual(expect.arrayContaining(['searchSignals', 'getCompany', 'answerAgents']));
  expect(byId.get('the-paid-one')).toEqual({
    id: expect.any(String) as string,
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    requestId: 'the-paid-one',
    credentialId: key.id,
    credentialName: 'production',
    channel: 'api',
    isTest: false,
    method: 'GET',
    route: '/api/v1/signals',
    operation: 'searchSignals',
    status: 200,
    errorCode: null,
    records: 3,
    cost: '0.015',
    receipt: paid,
    isReplayed: false,
    milliseconds: 12.345,
    requests: 1,
    query: null,
  });
  expect(byId.get('the-free-one')?.cost).toBe('0.000');
  expect(byId.get('the-replay-1')).toMatchObject({ cost: '0.000', isReplayed: true, receipt: paid });
  expect(byId.get('refused-1')).toMatchObject({ errorCode: 'rate_limited', requests: 250 });
  expect(byId.get('from-cli')).toMatchObject({ credentialName: 'Device gone-lon', route: null });

  await dashboard.stopService('ledger');
  try {
    const without = await logsOf(person, '?requestId=the-paid-one');
    expect(without.items).toMatchObject([{ records: 3, cost: null }]);
  } finally {
    await dashboard.restart('ledger');
  }
});

it('names a key that is no longer listed', async () => {
  const { person, accountId } = await newPerson();
  const body = { name: 'long gone', scopes: ['signals:read'] };
  const { key } = await person.data<CreatedKey>('POST', '/keys', body);
  await pool.query(
    `UPDATE identity.api_key SET created_at = created_at - interval '1 year', revoked_at = now() - interval '1 year'
     WHERE key_id = $1`,
    [key.id],
  );
  await pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, revoked_at)
     SELECT gen_random_uuid(), $1, '', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}', now()
     FROM generate_series(1, $2)`,
    [accountId, ACCOUNT_LIMITS.endedKeys],
  );
  await record({ accountId, credentialId: key.id, requestId: 'of-the-gone' });
  expect((await logsOf(person)).items).toMatchObject([{ credentialName: 'long gone' }]);
  expect((await person.data<KeyList>('GET', '/keys')).items).toHaveLength(ACCOUNT_LIMITS.endedKeys);
});

it("shows an account nothing of another's", async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  await record({ accountId: owner.accountId, credentialId: 'a-key-of-owner', requestId: 'of-the-owner' });
  for (const query of ['', '?requestId=of-the-owner', '?credential=a-key-of-owner', '?status=2xx']) {
    expect((await logsOf(other.person, query)).items).toEqual([]);
    expect((await logsOf(owner.person, query)).items).toHaveLength(1);
  }
  expect((await dashboard.visitor().get('/logs')).status).toBe(401);
});

it('filters, and continues where a page ends', async () => {
  const { person, accountId } = await newPerson();
  const now = Date.now();
  for (let n = 0; n < 60; n += 1) {
    const [status, errorCode] = n % 3 === 0 ? [404, 'not_found'] : [200, ''];
    await record({ accountId, id: uuidv7(now - n * 1_000), requestId: `request-${n}`, status, errorCode });
  }
  const first = await logsOf(person);
  const second = await logsOf(person, `?cursor=${first.nextCursor}`);
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null]);
  const ids = [...first.items, ...second.items].map(({ requestId }) => requestId);
  expect(ids).toEqual(Array.from({ length: 60 }, (_, n) => `request-${n}`));
  const count = async (query: string) => (await logsOf(person, query)).items.length;
  expect(await count('?status=4xx')).toBe(20);
  expect(await count('?status=not_found')).toBe(20);
  expect(await count('?status=5xx')).toBe(0);
  const [from, until] = [new Date(now - 9_000).toISOString(), new Date(now - 4_000).toISOString()];
  expect(await count(`?from=${from}&until=${until}`)).toBe(5);
  const { errors } = await problemFrom(
    await person.get('/logs?status=weird&from=yesterday&requestId=a%20b&limit=5'),
  );
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(['from', 'limit', 'requestId', 'status']);
  expect((await problemFrom(await person.get('/logs?cursor=nonsense'))).code).toBe('cursor_invalid');
});

it('shows queries only while the account keeps them, and erases them once it no longer does', async () => {
  const { person, accountId } = await newPerson();
  const other = await newPerson();
  const query = 'q=confidential+words&limit=2';
  const kept = async () => {
    const { rows } = await pool.query('SELECT FROM metering.request_log WHERE query IS NOT NULL');
    return rows.length;
  };
  const before = await kept();
  expect((await person.refresh()).account.logsQueries).toBe(false);
  const on = await person.data<Account>('PATCH', '/account', { logsQueries: true });
  expect(on).toMatchObject({ logsQueries: true, name: '' });
  await record({ accountId, query });
  await record({ accountId: other.accountId, query });
  expect((await logsOf(person)).items).toMatchObject([{ query }]);
  // A query sent by mistake is not shown either.
  expect((await logsOf(other.person)).items).toMatchObject([{ query: null }]);

  await person.data('PATCH', '/account', { logsQueries: false });
  expect(await kept()).toBe(before + 1);
  // Still in flight when the account changed its mind.
  await record({ accountId, query });
  expect(await kept()).toBe(before + 1);
  expect((await logsOf(person)).items).toMatchObject([{ query: null }, { query: null }]);
  const audit = await person.data<AuditLog>('GET', '/audit');
  expect(audit.items.slice(0, 2).map(({ text }) => text)).toEqual([
    'The account was changed: logs no longer keep queries.',
    'The account was changed: logs now keep queries.',
  ]);
});
