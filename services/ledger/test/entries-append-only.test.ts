import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);
beforeAll(() => running.client.charge(chargeOf(), call));

it.each(['UPDATE ledger.entry SET api_records = 0', 'DELETE FROM ledger.entry', 'TRUNCATE ledger.entry'])(
  'refuses %s',
  async (sql) => {
    await expect(running.pool.query(sql)).rejects.toThrow('append-only');
  },
);

it.each([
  ['API records', 'api_remaining'],
  ['command-line records', 'cli_remaining'],
  ['subscription records', 'subscription_remaining'],
  ['balance', 'balance_micros'],
])('refuses negative %s', async (_what, column) => {
  await expect(running.pool.query(`UPDATE ledger.account SET ${column} = -1`)).rejects.toThrow(
    'account_funds_not_negative',
  );
});

it('refuses a charge entry whose parts do not add up to its records', async () => {
  const wrong = `INSERT INTO ledger.entry (entry_id, account_id, kind, api_records, created_at, credential_id, channel,
      operation, mode, records, prepaid_records, request_id, remaining_records)
    VALUES (gen_random_uuid(), 'account-1', 'charge', -4, now(), 'c', 'api', 'searchSignals', 'keyword', 5, 0, 'r', 0)`;
  await expect(running.pool.query(wrong)).rejects.toThrow('entry_charge_is_whole');
});

it.each([
  ['of an unknown kind', `'gift', 1`, 'entry_kind'],
  ['of a credit of zero', `'credit', 0`, 'entry_credit_is_positive'],
])('refuses an entry %s', async (_what, values, constraint) => {
  const wrong = `INSERT INTO ledger.entry (entry_id, account_id, created_at, kind, balance_micros)
    VALUES (gen_random_uuid(), 'account-1', now(), ${values})`;
  await expect(running.pool.query(wrong)).rejects.toMatchObject({ constraint });
});
