import type { metering } from '@heliograph/proto';
import { retryUnavailable, uuidv7 } from '@heliograph/runtime';
import { holdLocks, startBeforeEach, waitFor } from '@heliograph/testing';
import { DAY_MS } from '../src/domain/calendar';
import { MAXIMUM_SCANNED } from '../src/storage/request-log-store';
import { call, waitOptions, startTestMetering, type MeteringClient } from './support/metering';
import { listing, loggedRequest } from './support/requests';

let gateway: MeteringClient;
let dashboard: MeteringClient;
const running = startBeforeEach(startTestMetering);
beforeEach(() => {
  gateway = running.connect(running.service.address, 'gateway');
  dashboard = running.connect(running.service.address, 'dashboard');
});

const record = (...requests: metering.LoggedRequest[]) => gateway.recordRequests({ requests }, call);
const list = async (overrides: Partial<metering.ListRequestsRequest> = {}) =>
  (await dashboard.listRequests(listing(overrides), call)).requests;

/** Days with a partition, as offsets from today. */
async function keptDays(): Promise<number[]> {
  const { rows } = await running.pool.query<{ day: number }>(
    `SELECT to_date(right(relname, 8), 'YYYYMMDD') - (now() AT TIME ZONE 'UTC')::date AS day
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'metering.request_log'::regclass ORDER BY 1`,
  );
  return rows.map(({ day }) => day);
}

/** Creates a partition for an earlier day. */
const addDay = (offset: number) =>
  running.pool.query(
    `DO $$ DECLARE day date := (now() AT TIME ZONE 'UTC')::date + (${offset}); BEGIN
       EXECUTE format('CREATE TABLE metering.%I PARTITION OF metering.request_log FOR VALUES FROM (%L) TO (%L)',
         'request_log_' || to_char(day, 'YYYYMMDD'), metering.first_id_of_day(day), metering.first_id_of_day(day + 1));
     END $$`,
  );

it("lists an account's requests, newest first, and none of any other account", async () => {
  const [first, second, foreign] = [
    loggedRequest({ requestId: 'request-1' }),
    loggedRequest({ requestId: 'request-2', status: 404, errorCode: 'not_found', records: 0, receipt: '' }),
    loggedRequest({ accountId: 'account-2' }),
  ];
  expect(await record(first, foreign, second)).toEqual({ rejected: 0 });
  const inOrder = [first, second].sort((a, b) => (a.id < b.id ? 1 : -1));
  expect(await list()).toEqual(inOrder);
  expect(await list({ accountId: 'account-2' })).toEqual([foreign]);
  expect(await list({ accountId: 'account-3' })).toEqual([]);
  expect(await list({ requestId: foreign.requestId, credentialId: foreign.credentialId })).toEqual([first]);
});

it('keeps an entry once, however often and in whatever batches it arrives', async () => {
  const entries = Array.from({ length: 50 }, (_, n) => loggedRequest({ requestId: `request-${n}` }));
  await Promise.all([record(...entries), record(...entries), record(...entries.slice(0, 10))]);
  expect(await list({ limit: 200 })).toHaveLength(50);
});

it('only ever raises the count of refusals', async () => {
  const refusal = loggedRequest({ status: 429, errorCode: 'rate_limited', requests: 5 });
  for (const requests of [5, 900, 40]) await record({ ...refusal, requests });
  expect(await list()).toMatchObject([{ id: refusal.id, requests: 900 }]);
});

it('filters by request, credential, operation, status, code, and time', async () => {
  const now = Date.now();
  const at = (secondsAgo: number) => uuidv7(now - secondsAgo * 1_000);
  const entries = [
    loggedRequest({ id: at(50), requestId: 'the-first-one' }),
    loggedRequest({ id: at(40), credentialId: 'credential-2', operation: 'getCompany' }),
    loggedRequest({ id: at(30), status: 404, errorCode: 'not_found', operation: 'getCompany' }),
    loggedRequest({ id: at(20), status: 503, errorCode: 'unavailable', credentialId: 'credential-2' }),
    loggedRequest({ id: at(10), status: 429, errorCode: 'rate_limited' }),
  ];
  await record(...entries);
  const found = async (filter: Partial<metering.ListRequestsRequest>) =>
    (await list(filter)).map(({ id }) => entries.findIndex((entry) => entry.id === id));
  expect(await found({})).toEqual([4, 3, 2, 1, 0]);
  expect(await found({ requestId: 'the-first-one' })).toEqual([0]);
  expect(await found({ credentialId: 'credential-2' })).toEqual([3, 1]);
  expect(await found({ operation: 'getCompany' })).toEqual([2, 1]);
  expect(await found({ statusClass: 2 })).toEqual([1, 0]);
  expect(await found({ statusClass: 4 })).toEqual([4, 2]);
  expect(await found({ statusClass: 5 })).toEqual([3]);
  expect(await found({ errorCode: 'rate_limited' })).toEqual([4]);
  expect(await found({ errorCode: 'unavailable', credentialId: 'credential-2' })).toEqual([3]);
  expect(await found({ errorCode: 'unavailable', credentialId: 'credential-1' })).toEqual([]);
  const [from, until] = [new Date(now - 40_000), new Date(now - 20_000)];
  expect(await found({ from, until })).toEqual([2, 1]);
  expect(await found({ from, credentialId: 'credential-2' })).toEqual([3, 1]);
});

it('pages without gaps or repetitions, across days', async () => {
  const now = Date.now();
  const entries = Array.from({ length: 25 }, (_, n) =>
    loggedRequest({ id: uuidv7(now - n * 1_800_000), requestId: `request-${n}` }),
  );
  await record(...entries.slice(0, 20));
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await dashboard.listRequests(listing({ limit: 7, pageToken }), call);
    seen.push(...page.requests.map(({ requestId }) => requestId));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  expect(seen).toEqual(entries.slice(0, 20).map(({ requestId }) => requestId));
});

it('scans a bounded number of entries per page, and returns where to continue', async () => {
  await running.pool.query(
    `INSERT INTO metering.request_log
     SELECT 'account-1', (left(metering.first_id_of_day((now() AT TIME ZONE 'UTC')::date)::text, 14) || '7000-8000-'
         || lpad(to_hex(n), 12, '0'))::uuid, 'request-' || n, 'credential-1', 'api', false, 'GET', '/api/v1/signals',
       CASE n WHEN 7 THEN 'getCompany' ELSE 'searchSignals' END, 200, '', 1, NULL, false, 1000, 1
     FROM generate_series(1, $1::integer) AS n`,
    [MAXIMUM_SCANNED + 1_000],
  );
  const first = await dashboard.listRequests(listing({ operation: 'getCompany' }), call);
  expect(first.requests).toEqual([]);
  expect(first.nextPageToken).not.toBe('');
  const second = await dashboard.listRequests(
    listing({ operation: 'getCompany', pageToken: first.nextPageToken }),
    call,
  );
  expect(second.requests).toMatchObject([{ requestId: 'request-7' }]);
  expect(second.nextPageToken).toBe('');
});

it('leaves out invalid entries, and keeps the rest', async () => {
  const good = loggedRequest();
  const bad: Partial<metering.LoggedRequest>[] = [
    { id: 'no-uuid' },
    { id: uuidv7(Date.now() - 2 * DAY_MS) },
    { id: uuidv7(Date.now() + 2 * DAY_MS) },
    { accountId: 'an account' },
    { credentialId: '' },
    { requestId: 'short' },
    { channel: 'web' },
    { method: 'get' },
    { route: '/api/v1/signals?q=word' },
    { operation: '' },
    { status: 0 },
    { errorCode: 'a sentence' },
    { records: 4_000_000_000 },
    { receipt: 'none' },
    { requests: 0 },
  ];
  expect(await record(...bad.map(loggedRequest), good)).toEqual({ rejected: bad.length });
  expect(await list()).toEqual([good]);
  await expect(record(...Array.from({ length: 1_001 }, () => good))).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const metrics = await (await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/metering_logged_requests_total\{[^}]*outcome="rejected"[^}]*\} 15/);
});

it('creates the days that it needs and drops expired ones', async () => {
  expect(await keptDays()).toEqual([-1, 0, 1, 2, 3]);
  await addDay(-30);
  await addDay(-31);
  await running.service.destroy();
  await running.startService({ EVENT_ID_INTERVAL_MS: '100' });
  await waitFor(async () => (await keptDays())[0] === -30, waitOptions);
  await running.startService({ EVENT_ID_INTERVAL_MS: '100', REQUEST_LOG_DAYS: '5' });
  await waitFor(async () => (await keptDays())[0] === -1, waitOptions);
});

it('creates a missing day when an entry arrives', async () => {
  await running.pool.query(
    `DO $$ BEGIN EXECUTE 'DROP TABLE metering.request_log_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD'); END $$`,
  );
  const entry = loggedRequest();
  expect(await record(entry)).toEqual({ rejected: 0 });
  expect(await list()).toEqual([entry]);
});

it('keeps queries that arrive with entries, until their account no longer wants them', async () => {
  const query = 'q=confidential&limit=2';
  const [own, foreign] = [loggedRequest({ query }), loggedRequest({ accountId: 'account-2', query })];
  await record(own, foreign);
  expect(await list()).toEqual([own]);
  await running.pool.query(
    `INSERT INTO metering.request_log
     SELECT account_id, (left(entry_id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, request_id, credential_id, channel,
       is_test, method, route, operation, status, error_code, records, receipt, is_replayed, duration_micros, requests, query
     FROM metering.request_log, generate_series(1, 12000) AS n WHERE account_id = 'account-1'`,
  );
  await dashboard.forgetQueries({ accountId: 'account-1' }, call);
  const { rows } = await running.pool.query(
    'SELECT account_id, query FROM metering.request_log WHERE query IS NOT NULL',
  );
  expect(rows).toEqual([{ account_id: 'account-2', query }]);
  // Entries of the next seconds are still for requests from before the choice, which may have been held that long.
  const [late, held, later] = [0, 45_000, 70_000].map((ms) =>
    loggedRequest({ query, id: uuidv7(Date.now() + ms) }),
  );
  await record(late!, held!, later!);
  const kept = new Map((await list()).map((entry) => [entry.id, entry.query]));
  expect([late, held, later].map((entry) => kept.get(entry!.id))).toEqual([undefined, undefined, query]);
  expect(await record(loggedRequest({ query: 'q'.repeat(8_193) }))).toEqual({ rejected: 1 });
});

it('removes queries without reading the whole log for each part of it', async () => {
  const [days, perDay] = [10, 3_000];
  for (let day = -days; day < -1; day += 1) await addDay(day);
  await running.pool.query(
    `INSERT INTO metering.request_log
     SELECT 'account-1', (left(metering.first_id_of_day(day)::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, 'request-1',
       'credential-1', 'api', false, 'GET', '/', 'search', 200, '', 1, NULL, false, 1, 1, 'q=confidential'
     FROM generate_series(1, ${perDay}) AS n, (
       SELECT (now() AT TIME ZONE 'UTC')::date - back AS day FROM generate_series(1, ${days}) AS back) AS days`,
  );
  const read = async () =>
    (
      await running.pool.query<{ inserted: number; updated: number; read: number }>(
        `SELECT sum(n_tup_ins)::int AS inserted, sum(n_tup_upd)::int AS updated,
           sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
         FROM pg_stat_user_tables WHERE relname LIKE 'request_log_%'`,
      )
    ).rows[0]!;
  const inserted = await waitFor(async () => {
    const rows = await read();
    return rows.inserted === days * perDay && rows;
  }, waitOptions);
  await dashboard.forgetQueries({ accountId: 'account-1' }, call);
  const updated = await waitFor(async () => {
    // Its connections report at most once a second, after a statement.
    await list();
    const rows = await read();
    return rows.updated === days * perDay && rows;
  }, waitOptions);
  expect(updated.read - inserted.read).toBeLessThan(3 * days * perDay);
});

it('removes the queries of entries that are being stored', async () => {
  const query = 'q=confidential';
  const [first, second] = [loggedRequest({ query }), loggedRequest({ query })];
  const other = await holdLocks(
    running.pool,
    `INSERT INTO metering.request_log
     VALUES ($1, $2, 'request-1', 'credential-1', 'api', false, 'GET', '/', 'x', 200, '', 1, NULL, false, 1, 1)`,
    [first.accountId, first.id],
  );
  const recorded = record(first, second);
  await other.untilAnotherWaits();
  // As the dashboard does.
  const forgotten = retryUnavailable(() => dashboard.forgetQueries({ accountId: first.accountId }, call), {
    totalMs: waitOptions.timeoutMs,
    attemptMs: waitOptions.timeoutMs,
  });
  try {
    await waitFor(areTwoWaitingForLocks);
  } finally {
    await other.rollback();
  }
  await Promise.all([recorded, forgotten]);
  expect((await list()).map((entry) => entry.query)).toEqual([undefined, undefined]);
});

async function areTwoWaitingForLocks(): Promise<boolean> {
  const { rowCount } = await running.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount === 2;
}

it('refuses malformed requests and unauthorized callers', async () => {
  await expect(list({ accountId: '' })).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(list({ limit: 201 })).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(list({ pageToken: 'x' })).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(gateway.forgetQueries({ accountId: 'account-1' }, call)).rejects.toThrow();
  await expect(dashboard.recordRequests({ requests: [] }, call)).rejects.toThrow();
});

it('uses an index, whatever the filter', async () => {
  await record(loggedRequest());
  const plans = await Promise.all(
    ['', "AND request_id = 'request-1'", "AND credential_id = 'credential-1'", 'AND status >= 400'].map(
      async (condition) => {
        const { rows } = await running.pool
          .query<{ 'QUERY PLAN': string }>(
            `SET enable_seqscan = off; EXPLAIN SELECT * FROM metering.request_log
           WHERE account_id = 'account-1' ${condition} ORDER BY entry_id DESC LIMIT 50`,
          )
          .then((results) => (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[1]!);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      },
    ),
  );
  for (const plan of plans) {
    expect(plan).toContain('Index Scan Backward');
    expect(plan).not.toContain('Sort');
  }
});
