import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

it("returns the balance and this month's usage of several accounts, and creates none", async () => {
  const { client, pool } = running;
  await client.charge(chargeOf({ accountId: 'account-a', credentialId: 'key-a', records: 5 }), call);
  await client.charge(chargeOf({ accountId: 'account-a', credentialId: 'key-b', records: 2 }), call);
  await client.credit(
    {
      accountId: 'account-b',
      micros: 3_000_000n,
      reference: 'ref-1',
      reason: 'test',
      unlessDuplicateWithinSeconds: 0,
    },
    call,
  );
  await pool.query(
    `INSERT INTO ledger.usage_total VALUES ('account-b', '2020-01-01', 'key-c', 'api', 'searchSignals', 9, 900)`,
  );
  const accountIds = ['account-a', 'account-b', 'account-unknown'];
  const { accounts } = await client.listFunds({ accountIds }, call);
  expect(accounts.sort((one, other) => one.accountId.localeCompare(other.accountId))).toEqual([
    { accountId: 'account-a', balanceMicros: 0n, requests: 2n, records: 7n },
    { accountId: 'account-b', balanceMicros: 3_000_000n, requests: 0n, records: 0n },
  ]);
  const { rowCount } = await pool.query(`SELECT FROM ledger.account WHERE account_id = 'account-unknown'`);
  expect(rowCount).toBe(0);
});

it('is bounded, and accepts only ids', async () => {
  for (const accountIds of [Array.from({ length: 101 }, (_, index) => `account-${index}`), ['no id!']])
    await expect(running.client.listFunds({ accountIds }, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'account_ids' }],
    });
});
