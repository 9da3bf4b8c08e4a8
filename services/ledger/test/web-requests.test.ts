import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import {
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
  webRequestOf,
} from './support/ledger';

const running = startBeforeAll(startTestLedger);

const record = (overrides: Partial<ledger.RecordWebRequestRequest>) =>
  running.client.recordWebRequest(webRequestOf(overrides), call);
const usageOf = (accountId: string, month = '') => running.client.getUsage({ accountId, month }, call);
const BROWSING = { operation: 'browseActivities', isSearch: false } as const;
const thisMonth = () => new Date().toISOString().slice(0, 7);

it('enters a request as a charge without records, with its event, its mode, and its monthly count', async () => {
  const { pool } = running;
  const accountId = 'account-entry';
  await record({ accountId, mode: ledger.Mode.SEMANTIC, requestId: 'request-9' });
  const [entry] = await rowsOf(
    pool,
    `SELECT entry.*, event.channel AS event_channel, event.mode AS event_mode, event.records AS event_records
     FROM ledger.entry LEFT JOIN ledger.pending_usage_event AS event ON event.event_id = entry_id
     WHERE entry.account_id = $1 AND kind = 'charge'`,
    [accountId],
  );
  expect(entry).toMatchObject({
    channel: 'web',
    mode: 'semantic',
    operation: 'searchActivities',
    credential_id: 'session-1',
    records: 0,
    request_id: 'request-9',
    web_search: 1,
    event_channel: 'web',
    event_mode: 'semantic',
    event_records: 0,
  });
  expect(await usageOf(accountId)).toMatchObject({
    requests: 1n,
    records: 0n,
    byOperation: [{ operation: 'searchActivities', requests: 1n, records: 0n }],
    web: { granted: 10n, used: 1n, remaining: 9n },
  });
  expect(await fundsOf(pool, accountId)).toEqual({ api: 100, cli: 500, subscription: 0, micros: 0 });
});

it('allows ten searches a month, and refuses the eleventh without an entry', async () => {
  const accountId = 'account-ten';
  for (let used = 1n; used <= 10n; used += 1n) {
    expect(await record({ accountId })).toMatchObject({
      web: { granted: 10n, used, remaining: 10n - used },
      paidRecords: 0,
    });
  }
  await expect(record({ accountId })).rejects.toMatchObject({
    code: 'insufficient_records',
    publicText: expect.stringContaining('10 searches'),
  });
  expect(await usageOf(accountId)).toMatchObject({ requests: 10n, web: { used: 10n, remaining: 0n } });
});

it('reports whether a request may be recorded without recording it', async () => {
  const accountId = 'account-asks';
  const eventId = randomUUID();
  const ask = (overrides: Partial<ledger.RecordWebRequestRequest> = {}) =>
    record({ accountId, checkOnly: true, ...overrides });
  expect((await ask({ eventId })).web).toEqual({ granted: 10n, used: 0n, remaining: 10n });
  await record({ accountId, eventId });
  for (let search = 1; search < 9; search += 1) await record({ accountId });
  expect((await ask()).web).toMatchObject({ used: 9n, remaining: 1n });
  await record({ accountId });
  await expect(ask()).rejects.toMatchObject({
    code: 'insufficient_records',
    publicText: expect.stringContaining('10 searches') as string,
  });
  // Earlier searches, non-searches, and unlimited accounts still work.
  expect((await ask({ eventId })).web).toMatchObject({ used: 10n });
  const browsed = randomUUID();
  await record({ accountId, ...BROWSING, eventId: browsed });
  await expect(ask({ eventId: browsed })).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect((await ask(BROWSING)).web).toMatchObject({ used: 10n });
  expect((await ask({ isUnlimited: true })).web).toMatchObject({ used: 10n });
  expect(await usageOf(accountId)).toMatchObject({ requests: 11n, web: { used: 10n } });
});

it('browsing is recorded, costs no search, and continues when searches are used up', async () => {
  const accountId = 'account-browses';
  for (let search = 0; search < 10; search += 1) await record({ accountId });
  expect(await record({ accountId, ...BROWSING })).toMatchObject({
    web: { granted: 10n, used: 10n, remaining: 0n },
  });
  expect(await usageOf(accountId)).toMatchObject({
    byOperation: [
      { operation: 'browseActivities', requests: 1n },
      { operation: 'searchActivities', requests: 10n },
    ],
  });
});

it('unlimited accounts keep searching, and their searches are counted', async () => {
  const accountId = 'account-paid';
  for (let search = 0; search < 12; search += 1) await record({ accountId, isUnlimited: true });
  expect((await usageOf(accountId)).web).toEqual({ granted: 10n, used: 12n, remaining: 0n });
  await expect(record({ accountId })).rejects.toMatchObject({ code: 'insufficient_records' });
});

describe('the same event id again', () => {
  it('returns the first outcome and counts nothing, whatever came in between and from any sender', async () => {
    const accountId = 'account-repeats';
    const [search, browse] = [randomUUID(), randomUUID()];
    const first = await record({ accountId, eventId: search });
    const second = await record({ accountId, eventId: browse, ...BROWSING });
    await record({ accountId });
    expect(await record({ accountId, eventId: search, credentialId: 'session-2' })).toEqual(first);
    expect(await record({ accountId, eventId: browse, ...BROWSING })).toEqual(second);
    expect(await usageOf(accountId)).toMatchObject({ requests: 3n, web: { used: 2n } });
  });

  it('returns the first outcome when the searches are used up', async () => {
    const accountId = 'account-repeats-last';
    for (let search = 0; search < 9; search += 1) await record({ accountId });
    const eventId = randomUUID();
    const last = await record({ accountId, eventId });
    await expect(record({ accountId })).rejects.toMatchObject({ code: 'insufficient_records' });
    expect(await record({ accountId, eventId })).toEqual(last);
  });

  it('is refused when one copy is a search and the other is not', async () => {
    const accountId = 'account-reuses';
    const eventId = randomUUID();
    await record({ accountId, eventId, ...BROWSING });
    await expect(record({ accountId, eventId })).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'event_id' }],
    });
  });

  it('is a different request for another account', async () => {
    const eventId = randomUUID();
    for (const accountId of ['account-left', 'account-right']) {
      expect((await record({ accountId, eventId })).web?.used).toBe(1n);
    }
  });

  it('is counted once when it arrives many times at once, at two processes', async () => {
    const peer = await running.startPeer();
    const accountId = 'account-at-once';
    const eventId = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? peer : running.client).recordWebRequest(webRequestOf({ accountId, eventId }), call),
      ),
    );
    for (const response of responses) expect(response.web?.used).toBe(1n);
    expect((await usageOf(accountId)).requests).toBe(1n);
  });
});

it('of fifty concurrent searches at two processes, exactly ten succeed', async () => {
  const peer = await running.startPeer();
  const accountId = 'account-fifty';
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? peer : running.client).recordWebRequest(webRequestOf({ accountId }), call),
    ),
  );
  const used = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [Number(one.value.web?.used)] : []));
  expect(used.sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const one of outcomes) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_records' });
  }
  expect((await usageOf(accountId)).web).toEqual({ granted: 10n, used: 10n, remaining: 0n });
});

it('a month starts with all searches, and an ended month keeps its own', async () => {
  const { pool } = running;
  const accountId = 'account-months';
  await running.client.charge(chargeOf({ accountId, records: 0 }), call);
  await rowsOf(
    pool,
    `INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, credential_id, channel, operation, mode, records,
       prepaid_records, request_id, remaining_records, web_request_id, web_search)
     SELECT gen_random_uuid(), $1, 'charge', '2026-01-31 23:59:59Z', 's', 'web', 'searchActivities', 'keyword', 0, 0,
       'r', 0, gen_random_uuid(), n FROM generate_series(1, 10) AS n`,
    [accountId],
  );
  expect((await usageOf(accountId, '2026-01')).web).toMatchObject({ used: 10n, remaining: 0n });
  expect((await usageOf(accountId, '2026-02')).web).toMatchObject({ used: 0n, remaining: 10n });
  expect((await record({ accountId })).web).toMatchObject({ used: 1n });
  await rowsOf(
    pool,
    `INSERT INTO ledger.usage_total VALUES ($1, '2026-01-01', 's', 'web', 'searchActivities', 10, 0)`,
    [accountId],
  );
  // It has no events; only its ledger entries are checked below.
  await rowsOf(
    pool,
    `INSERT INTO ledger.outbox SELECT position, entry_id, 't', account_id, created_at FROM ledger.entry
     WHERE account_id = $1 AND created_at < '2026-02-01'`,
    [accountId],
  );
});

it('the database itself allows no search twice and charges no records for one', async () => {
  const { pool } = running;
  const accountId = 'account-constraints';
  await record({ accountId });
  const insert = (records: number, requestKey: string, search: number) =>
    pool.query(
      `INSERT INTO ledger.entry (entry_id, account_id, kind, api_records, created_at, credential_id, channel, operation,
         mode, records, prepaid_records, request_id, remaining_records, web_request_id, web_search)
       VALUES (gen_random_uuid(), $1, 'charge', -$2::integer, now(), 's', 'web', 'o', '', $2, 0, 'r', 0, $3, $4)`,
      [accountId, records, requestKey, search],
    );
  const [entry] = await rowsOf(
    pool,
    'SELECT web_request_id FROM ledger.entry WHERE account_id = $1 AND web_search = 1',
    [accountId],
  );
  await expect(insert(0, randomUUID(), 1)).rejects.toMatchObject({ constraint: 'entry_web_search_once' });
  await expect(insert(0, String(entry!.web_request_id), 2)).rejects.toMatchObject({
    constraint: 'entry_web_request_once',
  });
  await expect(insert(1, randomUUID(), 2)).rejects.toMatchObject({
    constraint: 'entry_web_request_takes_no_allowance',
  });
});

it('keeps funds and totals exact beside charges to the same accounts', async () => {
  const { client, pool } = running;
  const accounts = ['account-mixed-1', 'account-mixed-2'];
  await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => {
      const accountId = accounts[index % 2]!;
      if (index % 3 === 0) return client.charge(chargeOf({ accountId, records: 3 }), call);
      return record({ accountId, ...(index % 3 === 1 && BROWSING) });
    }),
  );
  const { totals } = await client.listChargeTotals(
    { month: thisMonth(), afterAccountId: '', accountIds: accounts },
    call,
  );
  expect(
    totals.map(({ accountId, channel, operation, requests }) => [accountId, channel, operation, requests]),
  )
    // Sorted by account, credential, channel, operation.
    .toEqual(
      accounts.flatMap((accountId) => [
        [accountId, 'api', 'searchSignals', 10n],
        [accountId, 'web', 'browseActivities', 10n],
        [accountId, 'web', 'searchActivities', 10n],
      ]),
    );
  // The only difference is entries that tests made outside the chain of receipts.
  const pastChain = [{ field: 'without_receipt', accountId: 'account-months' }];
  expect(await client.verifyLedger({ month: thisMonth(), page: undefined }, call)).toMatchObject({
    differences: pastChain,
  });
  expect(await client.verifyLedger({ month: '2026-01', page: undefined }, call)).toMatchObject({
    differences: pastChain,
  });
  expect(await unbalancedAccounts(pool)).toEqual([]);
  expect(await incompleteCharges(pool)).toEqual([]);
});

it('names every issue of a request', async () => {
  await expect(
    record({
      eventId: 'X',
      accountId: '',
      credentialId: ' ',
      operation: 'No',
      requestId: '',
      mode: 9 as ledger.Mode,
    }),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: ['event_id', 'account_id', 'credential_id', 'operation', 'mode', 'request_id'].map(
      (parameter) => ({
        parameter,
      }),
    ),
  });
});
