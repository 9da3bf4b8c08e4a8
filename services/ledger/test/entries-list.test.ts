import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, rowsOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const list = (accountId: string, more = {}) =>
  running.client.listEntries({ accountId, limit: 0, pageToken: '', kind: '', ...more }, call);

it('shows everything that happened to an account, newest first', async () => {
  const { client } = running;
  const accountId = 'account-story';
  await client.credit({ accountId, micros: 10_000_000n, reference: 'invoice-1', reason: 'paid' }, call);
  const charge = chargeOf({ accountId, records: 7, requestId: 'request-7' });
  await client.charge(charge, call);
  const reversal = await client.reverseEntry({ entryId: charge.eventId, reason: 'mistake' }, call);
  const { entries, nextPageToken } = await list(accountId);
  expect(entries.map(({ kind }) => kind)).toEqual(['reversal', 'charge', 'credit', 'grant']);
  expect(entries[0]).toEqual(reversal);
  expect(entries[1]).toMatchObject({
    id: charge.eventId,
    apiRecords: -7n,
    credentialId: 'credential-1',
    operation: 'searchSignals',
    records: 7,
    requestId: 'request-7',
    reversedByEntryId: reversal.id,
  });
  expect(entries[2]).toMatchObject({ balanceMicros: 10_000_000n, reference: 'invoice-1', reason: 'paid' });
  expect(entries[3]).toMatchObject({ apiRecords: 100n, cliRecords: 500n, reversedByEntryId: '' });
  expect(Math.abs(Number(entries[1]!.createdAt) - Date.now())).toBeLessThan(60_000);
  expect(nextPageToken).toBe('');
});

it('pages without repeating or skipping, even when entries share a time or arrive in between', async () => {
  const { client, pool } = running;
  const accountId = 'account-pages';
  // One batch, so all have the same time.
  await Promise.all(
    Array.from({ length: 30 }, () => client.charge(chargeOf({ accountId, records: 1 }), call)),
  );
  const all = await rowsOf(
    pool,
    `SELECT entry_id::text AS id FROM ledger.entry WHERE account_id = $1 ORDER BY created_at DESC, position DESC`,
    [accountId],
  );
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await list(accountId, { limit: 7, pageToken });
    expect(page.entries.length).toBeLessThanOrEqual(7);
    seen.push(...page.entries.map(({ id }) => id));
    pageToken = page.nextPageToken;
    await client.charge(chargeOf({ accountId, records: 0 }), call);
  } while (pageToken !== '');
  expect(seen).toEqual(all.map(({ id }) => id));
});

it('filters by kind', async () => {
  const { client } = running;
  const accountId = 'account-kinds';
  await client.charge(chargeOf({ accountId, records: 1 }), call);
  for (let index = 0; index < 3; index += 1) {
    await client.credit({ accountId, micros: 1n, reference: '', reason: '' }, call);
  }
  const first = await list(accountId, { kind: 'credit', limit: 2 });
  const second = await list(accountId, { kind: 'credit', limit: 2, pageToken: first.nextPageToken });
  expect([...first.entries, ...second.entries].map(({ kind }) => kind)).toEqual([
    'credit',
    'credit',
    'credit',
  ]);
  expect((await list(accountId, { kind: 'charge' })).entries).toHaveLength(1);
  expect((await list(accountId, { kind: 'expiry' })).entries).toEqual([]);
});

it('shows nothing for an unknown account, and does not create it', async () => {
  expect(await list('account-unknown')).toEqual({ entries: [], nextPageToken: '' });
  expect(
    await rowsOf(running.pool, `SELECT FROM ledger.account WHERE account_id = 'account-unknown'`),
  ).toEqual([]);
});

it.each([
  ['an unknown kind', { kind: 'gift' }, 'kind'],
  ['too many', { limit: 501 }, 'limit'],
  ['an invalid token', { pageToken: 'x' }, 'page_token'],
  ['a token of another account', { pageToken: uuidv7() }, 'page_token'],
  ['no account', { accountId: '' }, 'account_id'],
])('refuses %s', async (_what, nonsense, parameter) => {
  await expect(list('account-1', nonsense)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});
