import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fundsOf,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
} from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

/** A charge by a new key with a cap. */
function capped(
  name: string,
  monthlyCapRecords: bigint | undefined,
  records: number,
  more = {},
): ledger.ChargeRequest {
  return chargeOf({
    accountId: `account-${name}`,
    credentialId: `key-${name}`,
    monthlyCapRecords,
    records,
    ...more,
  });
}

it('charges up to the cap, and reports the lesser of what cap and funds leave', async () => {
  const { client } = running;
  expect((await client.charge(capped('room', 30n, 10), call)).remainingRecords).toBe(20n);
  expect((await client.charge(capped('room', 30n, 20), call)).remainingRecords).toBe(0n);
  // The funds, 100 less 30, are below what this cap leaves.
  expect((await client.charge(capped('room', 1_000n, 10), call)).remainingRecords).toBe(60n);
});

it('refuses what exceeds the cap, charges nothing, and reports how much of it was used', async () => {
  const { client, pool } = running;
  await client.charge(capped('beyond', 30n, 25), call);
  const before = await fundsOf(pool, 'account-beyond');
  const tooMuch = capped('beyond', 30n, 6);
  await expect(client.charge(tooMuch, call)).rejects.toMatchObject({
    code: 'key_cap_reached',
    publicText: expect.stringContaining('used 25 of the 30 records'),
  });
  expect(await fundsOf(pool, 'account-beyond')).toEqual(before);
  expect(await rowsOf(pool, 'SELECT FROM ledger.entry WHERE entry_id = $1', [tooMuch.eventId])).toEqual([]);
  // A smaller one fits, and so does the same event after the cap is raised.
  expect((await client.charge(capped('beyond', 30n, 5), call)).remainingRecords).toBe(0n);
  expect((await client.charge({ ...tooMuch, monthlyCapRecords: 100n }, call)).remainingRecords).toBe(64n);
});

it('never refuses a request without records', async () => {
  const { client } = running;
  await client.charge(capped('empty', 10n, 10), call);
  expect((await client.charge(capped('empty', 5n, 0), call)).remainingRecords).toBe(0n);
});

it('allows nothing more when the cap is below what was used', async () => {
  const { client } = running;
  await client.charge(capped('lowered', undefined, 40), call);
  await expect(client.charge(capped('lowered', 30n, 1), call)).rejects.toMatchObject({
    code: 'key_cap_reached',
    publicText: expect.stringContaining('used 40 of the 30'),
  });
});

it('reports insufficient funds when both are exceeded', async () => {
  await expect(running.client.charge(capped('poor', 101n, 102), call)).rejects.toMatchObject({
    code: 'insufficient_records',
  });
});

it('counts each key separately, over channels and operations', async () => {
  const { client } = running;
  const accountId = 'account-keys';
  const use = (credentialId: string, records: number, more = {}) =>
    client.charge(chargeOf({ accountId, credentialId, records, monthlyCapRecords: 20n, ...more }), call);
  await use('key-a', 10);
  await use('key-a', 5, { operation: 'getCompany' });
  await use('key-a', 5, { channel: ledger.Channel.CLI });
  await expect(use('key-a', 1)).rejects.toMatchObject({ code: 'key_cap_reached' });
  expect((await use('key-b', 20)).remainingRecords).toBe(0n);
});

it("counts within a batch, including the key's charges without a cap", async () => {
  const { client, pool } = running;
  const outcomes = await Promise.allSettled([
    client.charge(capped('batch', undefined, 10), call),
    client.charge(capped('batch', 25n, 10), call),
    client.charge(capped('batch', 25n, 10), call),
    client.charge(capped('batch', 25n, 5), call),
    client.charge(capped('batch', undefined, 1), call),
    client.charge(capped('batch', 26n, 1), call),
    client.charge(capped('batch', 27n, 1), call),
  ]);
  expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    true,
  ]);
  const [batches] = await rowsOf(
    pool,
    `SELECT count(DISTINCT created_at)::int AS count FROM ledger.entry
     WHERE account_id = 'account-batch' AND kind = 'charge'`,
  );
  expect(batches).toEqual({ count: 1 });
});

it('is not exceeded by many concurrent charges at two processes', async () => {
  const { client, pool } = running;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 90 }, (_, index) =>
      (index % 2 ? client : peer).charge(capped('storm', 50n, 1), call),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await fundsOf(pool, 'account-storm')).toMatchObject({ api: 50 });
});

it('resets with the UTC month of the database', async () => {
  const { client, pool } = running;
  await client.charge(capped('month', 10n, 10), call);
  await pool.query(
    `UPDATE ledger.usage_total SET month = month - interval '1 month' WHERE account_id = 'account-month'`,
  );
  expect((await client.charge(capped('month', 10n, 10), call)).remainingRecords).toBe(0n);
  // Earlier use does not count, even where it would leave room.
  await client.charge(capped('months', 30n, 10), call);
  await pool.query(
    `UPDATE ledger.usage_total SET month = month - interval '1 month' WHERE account_id = 'account-months'`,
  );
  expect((await client.charge(capped('months', 30n, 10), call)).remainingRecords).toBe(20n);
});

it('limits what a replay reports as remaining', async () => {
  const { client } = running;
  const credentialId = 'key-replay';
  const begin = beginOf({ credentialId, idempotencyKey: 'key-0000000r', monthlyCapRecords: 30n });
  const { claim } = await client.begin(begin, call);
  const idempotency = { idempotencyKey: begin.idempotencyKey, claim, response: responseOf('{}') };
  await client.charge(capped('replay', 30n, 10, { idempotency }), call);
  await client.charge(capped('replay', 30n, 5), call);
  expect((await client.begin(begin, call)).remainingRecords).toBe(15n);
  expect((await client.begin({ ...begin, monthlyCapRecords: 3n }, call)).remainingRecords).toBe(0n);
  expect((await client.begin({ ...begin, monthlyCapRecords: undefined }, call)).remainingRecords).toBe(85n);
});

it('returns the first response to a repeated charge, even after the cap was reached', async () => {
  const { client } = running;
  const charge = capped('again', 10n, 10);
  expect((await client.charge(charge, call)).remainingRecords).toBe(0n);
  expect((await client.charge(charge, call)).remainingRecords).toBe(0n);
});

it('leaves the idempotency key claimed, so that its request can free it', async () => {
  const { client } = running;
  const begin = beginOf({ credentialId: 'key-held', idempotencyKey: 'key-0000000h' });
  const { claim } = await client.begin(begin, call);
  const idempotency = { idempotencyKey: begin.idempotencyKey, claim, response: responseOf('{}') };
  await expect(client.charge(capped('held', 5n, 6, { idempotency }), call)).rejects.toMatchObject({
    code: 'key_cap_reached',
  });
  await client.release({ credentialId: 'key-held', idempotencyKey: begin.idempotencyKey, claim }, call);
  expect((await client.begin(begin, call)).outcome).toBe(ledger.BeginResponse_Outcome.NEW);
});
