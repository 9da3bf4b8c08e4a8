import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import type { Charge } from '../src/domain/charge';
import { ChargeStore } from '../src/storage/charge-store';
import { call, chargeOf, fundsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const subscribe = (accountId: string, cliRecords: bigint, milliseconds: number) =>
  running.client.startSubscription(
    { accountId, cliRecords, periodEnd: new Date(Date.now() + milliseconds) },
    call,
  );
const cliCharge = (accountId: string, records: number) =>
  running.client.charge(chargeOf({ accountId, records, channel: ledger.Channel.CLI }), call);

/** Records left after a charge of one record at this distance from the end of the period. */
async function remainingAt(accountId: string, fromEnd: string): Promise<bigint> {
  const client = await running.pool.connect();
  try {
    await client.query('BEGIN');
    // The transaction's clock stands still, so this is exact.
    await client.query(
      'UPDATE ledger.account SET subscription_ends_at = now() - $2::interval WHERE account_id = $1',
      [accountId, fromEnd],
    );
    const charge: Charge = {
      eventId: uuidv7(),
      accountId,
      credentialId: 'credential-1',
      channel: 'cli',
      mode: 'keyword',
      operation: 'searchSignals',
      records: 1,
      requestId: 'r',
      monthlyCapRecords: undefined,
      idempotency: undefined,
    };
    const [outcome] = await new ChargeStore(client).charge([charge]);
    return outcome!.remainingRecords;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it('pays until just before the end of its period', async () => {
  const accountId = 'account-edge';
  await subscribe(accountId, 1_000n, 3_600_000);
  expect(await remainingAt(accountId, '-1 microsecond')).toBe(999n);
  expect(await remainingAt(accountId, '0')).toBe(499n);
  expect(await remainingAt(accountId, '1 microsecond')).toBe(499n);
});

it("is worth nothing once the database's clock passes its end; a new period starts with its own records", async () => {
  const { client, pool } = running;
  const accountId = 'account-passing';
  await subscribe(accountId, 1_000n, 4_000);
  expect((await cliCharge(accountId, 10)).remainingRecords).toBe(990n);
  await waitFor(
    async () => (await client.getUsage({ accountId, month: '' }, call)).subscription === undefined,
  );
  // From the one-time records, and only from these.
  expect((await cliCharge(accountId, 100)).remainingRecords).toBe(400n);
  await expect(cliCharge(accountId, 401)).rejects.toMatchObject({ code: 'insufficient_records' });

  const next = await subscribe(accountId, 50n, 3_600_000);
  expect(next.cli).toEqual({ granted: 50n, used: 0n, remaining: 50n });
  expect((await cliCharge(accountId, 50)).remainingRecords).toBe(0n);
  // One-time records do not supplement a running subscription that is used up.
  await expect(cliCharge(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_records' });
  expect(await fundsOf(pool, accountId)).toMatchObject({ cli: 400, subscription: 0 });
  expect(await unbalancedAccounts(pool)).toEqual([]);
});
