import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const verify = () =>
  running.client.verifyLedger({ month: new Date().toISOString().slice(0, 7), page: undefined }, call);

it("finds hours that differ from their charges' totals: wrong, missing, and invented ones", async () => {
  const { client, pool } = running;
  const accountId = 'account-budgets';
  await client.credit({ accountId, micros: 1_000_000n, reference: '', reason: '' }, call);
  const spend = (id: string, records: number) =>
    client.chargeWithinBudget(
      { charge: chargeOf({ accountId, records }), budget: { id, records: 100 } },
      call,
    );
  for (const id of ['wrong', 'missing', 'right']) await spend(id, 3);
  const voided = chargeOf({ accountId, records: 4 });
  await client.chargeWithinBudget({ charge: voided, budget: { id: 'right', records: 100 } }, call);
  const { eventId, credentialId } = voided;
  await client.voidCharge({ eventId, accountId, credentialId }, call);
  expect((await verify()).differences).toEqual([]);

  const hourOf = (id: string) => `account_id = '${accountId}' AND budget_id = '${id}'`;
  await pool.query(`UPDATE ledger.budget_hour SET records = 2 WHERE ${hourOf('wrong')}`);
  await pool.query(
    `UPDATE ledger.budget_hour SET records = 7, budget_id = 'invented' WHERE ${hourOf('missing')}`,
  );
  const of = (id: string, expected: bigint, actual: bigint) => ({
    accountId,
    field: 'budget_records',
    detail: expect.stringMatching(new RegExp(`^${id} \\d{4}-\\d\\d-\\d\\dT\\d\\dh$`)) as string,
    expected,
    actual,
  });
  expect(await verify()).toMatchObject({
    differences: [of('invented', 0n, 7n), of('missing', 3n, 0n), of('wrong', 3n, 2n)],
    differenceCount: 3n,
  });
  await pool.query(`UPDATE ledger.budget_hour SET records = 3 WHERE ${hourOf('wrong')}`);
  await pool.query(
    `UPDATE ledger.budget_hour SET records = 3, budget_id = 'missing' WHERE ${hourOf('invented')}`,
  );
  expect((await verify()).differences).toEqual([]);
});

it('omits expired hours, cleaned up or not, and budgets of test keys', async () => {
  const { client, pool } = running;
  await client.credit({ accountId: 'account-past', micros: 1_000_000n, reference: '', reason: '' }, call);
  await pool.query(`INSERT INTO ledger.budget_hour VALUES
    ('account-past', 'kept', now() - interval '32 days', 7),
    ('account-past', 'test:run', date_trunc('hour', now(), 'UTC'), 7)`);
  await pool.query(
    `INSERT INTO ledger.entry (
       entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
       credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records, budget_id)
     VALUES (gen_random_uuid(), 'account-past', 'charge', 0, 0, 0, -35000, now() - interval '32 days',
       'credential-1', 'api', 'searchSignals', 'keyword', 7, 7, 'request-1', 0, 'cleaned')`,
  );
  await pool.query(
    `UPDATE ledger.account SET balance_micros = balance_micros - 35000 WHERE account_id = 'account-past'`,
  );
  // The entry bypassed the chain of receipts, which is a separate difference.
  expect((await verify()).differences).toMatchObject([{ field: 'without_receipt' }]);
});
