import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, fundsOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

const HOUR_MS = 3_600_000;

function periodOf(accountId: string, cliRecords = 1_000n, hours = 1) {
  return { accountId, cliRecords, periodEnd: new Date(Date.now() + hours * HOUR_MS) };
}

/** Changes of an account's subscription records, oldest first. */
async function changesOf(accountId: string): Promise<unknown[]> {
  const rows = await rowsOf(
    running.pool,
    `SELECT kind, subscription_records::int AS records FROM ledger.entry
     WHERE account_id = $1 AND subscription_records <> 0 ORDER BY position`,
    [accountId],
  );
  return rows.map((row) => [row.kind, row.records]);
}

const cliCharge = (accountId: string, records: number) =>
  running.client.charge(chargeOf({ accountId, channel: ledger.Channel.CLI, records }), call);

it('grants its records from now to the end of the period', async () => {
  const period = periodOf('account-1');
  const subscription = await running.client.startSubscription(period, call);
  expect(subscription).toMatchObject({
    periodEnd: period.periodEnd,
    cli: { granted: 1_000n, used: 0n, remaining: 1_000n },
  });
  expect(Math.abs(Number(subscription.periodStart) - Date.now())).toBeLessThan(60_000);
  expect((await running.client.getUsage({ accountId: 'account-1', month: '' }, call)).subscription).toEqual(
    subscription,
  );
});

it('changes nothing when the same period is started again', async () => {
  const period = periodOf('account-again');
  await running.client.startSubscription(period, call);
  await cliCharge('account-again', 10);
  const again = await running.client.startSubscription(period, call);
  expect(again.cli).toEqual({ granted: 1_000n, used: 10n, remaining: 990n });
  expect(await changesOf('account-again')).toEqual([
    ['subscription', 1_000],
    ['charge', -10],
  ]);
});

it('ends a running period; its remaining records expire, as an entry', async () => {
  await running.client.startSubscription(periodOf('account-renewed', 1_000n), call);
  await cliCharge('account-renewed', 10);
  const next = await running.client.startSubscription(periodOf('account-renewed', 2_000n, 2), call);
  expect(next.cli).toEqual({ granted: 2_000n, used: 0n, remaining: 2_000n });
  expect(await changesOf('account-renewed')).toEqual([
    ['subscription', 1_000],
    ['charge', -10],
    ['expiry', -990],
    ['subscription', 2_000],
  ]);
  expect(await fundsOf(running.pool, 'account-renewed')).toMatchObject({ cli: 500, subscription: 2_000 });
});

it('is one period even when started many times at once', async () => {
  const period = periodOf('account-storm');
  await Promise.all(Array.from({ length: 10 }, () => running.client.startSubscription(period, call)));
  expect(await changesOf('account-storm')).toEqual([['subscription', 1_000]]);
});

it('is not shown after its end', async () => {
  const accountId = 'account-over';
  await running.client.startSubscription(periodOf(accountId), call);
  await running.pool.query('UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1', [
    accountId,
  ]);
  expect((await running.client.getUsage({ accountId, month: '' }, call)).subscription).toBeUndefined();
});

it.each([
  ['no records', { cliRecords: 0n }, 'cli_records'],
  ['too many records', { cliRecords: 1_000_000_001n }, 'cli_records'],
  ['an end in the past', { periodEnd: new Date(Date.now() - 1) }, 'period_end'],
  ['an end beyond the calendar', { periodEnd: new Date(8.64e15) }, 'period_end'],
  ['no account', { accountId: ' ' }, 'account_id'],
])('refuses %s', async (_what, nonsense, parameter) => {
  await expect(
    running.client.startSubscription({ ...periodOf('account-nonsense'), ...nonsense }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter }] });
});
