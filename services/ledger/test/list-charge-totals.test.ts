import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const thisMonth = () => new Date().toISOString().slice(0, 7);
const list = (more: Partial<ledger.ListChargeTotalsRequest> = {}) =>
  running.client.listChargeTotals({ month: thisMonth(), afterAccountId: '', accountIds: [], ...more }, call);

it("sums a month's entries by account, credential, channel, and operation, with their payment", async () => {
  const { client } = running;
  const accountId = 'account-totals';
  await client.credit({ accountId, micros: 10_000_000n, reference: '', reason: '' }, call);
  const periodEnd = new Date(Date.now() + 3_600_000);
  await client.charge(chargeOf({ accountId, channel: ledger.Channel.CLI, records: 3 }), call);
  await client.startSubscription({ accountId, cliRecords: 10n, periodEnd }, call);
  const last = chargeOf({ accountId, records: 50 });
  for (const charge of [
    chargeOf({ accountId, records: 90 }),
    last,
    chargeOf({ accountId, records: 0 }),
    chargeOf({ accountId, records: 1, operation: 'getCompany' }),
    chargeOf({ accountId, channel: ledger.Channel.CLI, records: 4 }),
  ]) {
    await client.charge(charge, call);
  }
  // A reversal affects funds, not the records that were returned.
  await client.reverseEntry({ entryId: last.eventId, reason: 'mistake' }, call);
  const common = { accountId, credentialId: 'credential-1' };
  expect(await list({ accountIds: [accountId] })).toEqual({
    totals: [
      {
        ...common,
        channel: 'api',
        operation: 'getCompany',
        requests: 1n,
        records: 1n,
        allowanceRecords: 0n,
        prepaidRecords: 1n,
        subscriptionRecords: 0n,
        prepaidMicros: 5_000n,
      },
      {
        ...common,
        channel: 'api',
        operation: 'searchSignals',
        requests: 3n,
        records: 140n,
        allowanceRecords: 100n,
        prepaidRecords: 40n,
        subscriptionRecords: 0n,
        prepaidMicros: 200_000n,
      },
      {
        ...common,
        channel: 'cli',
        operation: 'searchSignals',
        requests: 2n,
        records: 7n,
        allowanceRecords: 3n,
        prepaidRecords: 0n,
        subscriptionRecords: 4n,
        prepaidMicros: 0n,
      },
    ],
    nextAfterAccountId: '',
  });
});

it('separates months at midnight UTC', async () => {
  const { pool } = running;
  const accountId = 'account-midnight';
  await running.client.getUsage({ accountId, month: '' }, call);
  await pool.query(
    `INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, credential_id, channel, operation, mode,
       records, prepaid_records, request_id, remaining_records)
     SELECT gen_random_uuid(), $1, 'charge', moment::timestamptz, 'c', 'api', 'searchSignals', '', 0, 0, 'r', 0
     FROM unnest(ARRAY['2025-12-31T23:59:59.999999Z', '2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999999Z',
       '2026-02-01T00:00:00Z']) AS moment`,
    [accountId],
  );
  const requests = async (month: string) =>
    (await list({ month, accountIds: [accountId] })).totals.map((row) => Number(row.requests));
  expect(await requests('2025-12')).toEqual([1]);
  expect(await requests('2026-01')).toEqual([2]);
  expect(await requests('2026-02')).toEqual([1]);
  expect(await requests('2026-03')).toEqual([]);
});

it('pages through all accounts in byte order, each account as a whole', async () => {
  const { client } = running;
  const accounts = Array.from({ length: 1_100 }, (_, index) => `Page-${String(index).padStart(4, '0')}`);
  for (const credentialId of ['credential-1', 'credential-2']) {
    await Promise.all(
      accounts.map((accountId) => client.charge(chargeOf({ accountId, credentialId, records: 1 }), call)),
    );
  }
  const seen: string[] = [];
  let afterAccountId = '';
  let pages = 0;
  do {
    const page = await list({ afterAccountId });
    pages += 1;
    seen.push(...page.totals.map((row) => row.accountId));
    afterAccountId = page.nextAfterAccountId;
  } while (afterAccountId !== '');
  expect(pages).toBeGreaterThan(2);
  expect(seen).toEqual([...seen].sort());
  expect(seen.filter((id) => id.startsWith('Page-'))).toEqual(accounts.flatMap((id) => [id, id]));
});

it.each([
  ['no month', { month: '' }, 'month'],
  ['an invalid id', { accountIds: ['ok', ' '] }, 'account_ids'],
  ['an invalid position', { afterAccountId: ' ' }, 'after_account_id'],
])('refuses %s', async (_what, nonsense, parameter) => {
  await expect(list(nonsense)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});
