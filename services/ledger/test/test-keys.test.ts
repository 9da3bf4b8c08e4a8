import { DAILY_TEST_RECORDS } from '@heliograph/contract';
import { ledger } from '@heliograph/proto';
import { createRpcClient, testServiceOf, uuidv7 } from '@heliograph/runtime';
import { testCredentials } from '@heliograph/testing';
import { TestStore } from '../src/storage/test-store';
import { responseOf, beginOf, chargeOf, rowsOf, startTestLedger, type TestLedger } from './support/ledger';

let ledgerUnderTest: TestLedger;
let client: ReturnType<typeof connect>;
let number = 0;
/** The current test's own account. */
let account: { accountId: string; credentialId: string };

const connect = () =>
  createRpcClient(testServiceOf(ledger.LedgerServiceService), {
    address: ledgerUnderTest.service.address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
    multiplexed: true,
  });
const callOf = () => ({ requestId: 'test-request', accountId: account.accountId });
const take = async (records: number, more: Partial<ledger.ChargeRequest> = {}) =>
  (await client.charge(chargeOf({ ...account, records, ...more }), callOf())).remainingRecords;
const left = async () =>
  (await client.getUsage({ accountId: account.accountId, month: '' }, callOf())).testRecords;

beforeAll(async () => {
  ledgerUnderTest = await startTestLedger();
  client = connect();
});
afterAll(async () => {
  await client?.close();
  await ledgerUnderTest?.stop();
});
beforeEach(() => {
  number += 1;
  account = { accountId: `account-${number}`, credentialId: `credential-${number}` };
});

it('charges every signal in a request individually, and stores none', async () => {
  const charge = chargeOf({ ...account, operation: 'getChanges' });
  const request = { charge, signalIds: ['1', '2', '2'], budget: { id: 'run', records: 3 }, maxRecords: 2 };
  const first = await client.chargeSignals(request, callOf());
  expect(first).toEqual({
    chargedRecords: 2,
    remainingRecords: BigInt(DAILY_TEST_RECORDS - 2),
    budgetRemainingRecords: 1n,
  });
  expect(await client.chargeSignals(request, callOf())).toEqual(first);
  const again = { ...request, charge: chargeOf({ ...account, operation: 'getChanges' }) };
  await expect(client.chargeSignals(again, callOf())).rejects.toMatchObject({ code: 'budget_reached' });
  await expect(client.chargeSignals({ ...again, maxRecords: 1 }, callOf())).rejects.toMatchObject({
    publicText: expect.stringContaining('X-Max-Records allows 1') as string,
  });
  expect((await client.chargeSignals({ ...again, budget: undefined }, callOf())).chargedRecords).toBe(2);
  expect(await rowsOf(ledgerUnderTest.pool, 'SELECT FROM ledger.received_signal')).toEqual([]);
});

it('counts its stored responses separately from live keys', async () => {
  const key = { ...beginOf({ ...account, idempotencyKey: 'key-of-a-test' }) };
  const { claim } = await client.begin(key, callOf());
  const idempotency = { idempotencyKey: key.idempotencyKey, claim, response: responseOf('{}') };
  await take(0, { idempotency });
  expect(
    await rowsOf(
      ledgerUnderTest.pool,
      'SELECT is_test, answers AS responses FROM ledger.stored_answer_use WHERE account_id = $1',
      [account.accountId],
    ),
  ).toEqual([{ is_test: true, responses: '1' }]);
});

it('counts down daily, refuses charges beyond the limit, and leaves no trace in funds, totals, and events', async () => {
  expect(await left()).toBe(BigInt(DAILY_TEST_RECORDS));
  expect(await take(50)).toBe(9_950n);
  expect(await take(0)).toBe(9_950n);
  await take(DAILY_TEST_RECORDS - 60, { credentialId: 'another' });
  await expect(take(11)).rejects.toMatchObject({ code: 'insufficient_records' });
  expect(await take(10)).toBe(0n);
  await expect(take(1)).rejects.toMatchObject({
    code: 'insufficient_records',
    message: expect.stringContaining('This response costs 1 record, and 0 of the 10,000 test records'),
  });
  expect(await take(0)).toBe(0n);
  for (const table of ['account', 'entry', 'outbox', 'usage_total'])
    expect(await rowsOf(ledgerUnderTest.pool, `SELECT FROM ledger.${table}`)).toEqual([]);
  const { client: live } = ledgerUnderTest;
  const month = new Date().toISOString().slice(0, 7);
  const totals = await live.listChargeTotals({ month, afterAccountId: '', accountIds: [] }, callOf());
  expect(totals).toMatchObject({ totals: [] });
  const usage = await client.getUsage({ accountId: account.accountId, month: '' }, callOf());
  expect(usage).toMatchObject({
    month,
    requests: 0n,
    records: 0n,
    testRecords: 0n,
    api: { remaining: 100n },
  });
});

it('never exceeds the daily limit under concurrent requests', async () => {
  await take(DAILY_TEST_RECORDS - 100);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => take(7)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
  expect(await left()).toBe(2n);
});

it('charges an event once, and voids it', async () => {
  const eventId = uuidv7();
  expect([await take(5, { eventId }), await take(5, { eventId })]).toEqual([9_995n, 9_995n]);
  await expect(take(6, { eventId })).rejects.toMatchObject({ code: 'invalid_parameter' });
  const voidIt = (id: string) => client.voidCharge({ eventId: id, ...account }, callOf());
  expect([await voidIt(eventId), await voidIt(eventId)]).toEqual([
    { wasCharged: true },
    { wasCharged: false },
  ]);
  expect(await left()).toBe(10_000n);
  const late = uuidv7();
  expect(await voidIt(late)).toEqual({ wasCharged: false });
  await expect(take(1, { eventId: late })).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it('replays an Idempotency-Key with what is left, and completes it once', async () => {
  const { credentialId } = account;
  const begin = beginOf({ credentialId });
  const { claim } = await client.begin(begin, callOf());
  expect(await client.begin(begin, callOf())).toMatchObject({
    outcome: ledger.BeginResponse_Outcome.IN_PROGRESS,
  });
  const idempotency = { idempotencyKey: begin.idempotencyKey, claim, response: responseOf('{"data":1}') };
  const eventId = uuidv7();
  await take(3, { eventId, idempotency });
  expect(await take(3, { eventId, idempotency })).toBe(9_997n);
  await expect(take(3, { idempotency })).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  expect(await client.begin(begin, callOf())).toMatchObject({
    outcome: ledger.BeginResponse_Outcome.REPLAY,
    remainingRecords: 9_997n,
    response: responseOf('{"data":1}'),
  });
});

it("enforces a test key's monthly cap", async () => {
  const capped = { monthlyCapRecords: 10n };
  expect(await take(8, capped)).toBe(2n);
  await expect(take(3, capped)).rejects.toMatchObject({ code: 'key_cap_reached' });
  const { accountId, credentialId } = account;
  expect(await client.listCredentialUsage({ accountId, month: '' }, callOf())).toMatchObject({
    credentials: [{ credentialId, requests: 0n, records: 8n, recordsToday: 8n }],
  });
});

it('has its own budgets, which concurrent requests do not exceed and voids restore', async () => {
  const { accountId, credentialId } = account;
  const within = (records: number, eventId = uuidv7()) =>
    client.chargeWithinBudget(
      { charge: chargeOf({ ...account, records, eventId }), budget: { id: 'nightly', records: 20 } },
      callOf(),
    );
  const used = async (of: Pick<typeof client, 'getBudget'>) =>
    (await of.getBudget({ accountId, budgetId: 'nightly' }, callOf())).usedRecords;
  const eventId = uuidv7();
  expect(await within(5, eventId)).toMatchObject({ remainingRecords: 9_995n, budgetRemainingRecords: 15n });
  expect(await within(5, eventId)).toMatchObject({ remainingRecords: 9_995n, budgetRemainingRecords: 15n });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => within(4)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(within(4)).rejects.toMatchObject({ code: 'budget_reached' });
  expect(await within(0)).toMatchObject({ budgetRemainingRecords: 3n });
  await client.voidCharge({ eventId, accountId, credentialId }, callOf());
  expect([await used(client), await used(ledgerUnderTest.client), await left()]).toEqual([12n, 0n, 9_988n]);
});

it('resets with the UTC day, and removes unused rows', async () => {
  await take(9_999);
  const { pool } = ledgerUnderTest;
  await pool.query('UPDATE ledger.test_use SET day = day - 1 WHERE account_id = $1', [account.accountId]);
  expect(await left()).toBe(10_000n);
  await pool.query('UPDATE ledger.test_use SET day = day - 40');
  await pool.query("UPDATE ledger.test_charge SET created_at = created_at - interval '2 hours'");
  expect(await new TestStore(pool).removeOld(1_000)).toBeGreaterThan(1);
  expect(await rowsOf(pool, 'SELECT FROM ledger.test_charge UNION ALL SELECT FROM ledger.test_use')).toEqual(
    [],
  );
});

it('is open only to the gateway', async () => {
  const other = createRpcClient(testServiceOf(ledger.LedgerServiceService), {
    address: ledgerUnderTest.service.address,
    caller: 'dashboard',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
  await expect(other.charge(chargeOf(account), callOf())).rejects.toBeDefined();
  await other.close();
});
