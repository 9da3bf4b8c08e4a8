import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase } from '@heliograph/testing';
import { Pool } from 'pg';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { MatchStore } from '../src/storage/match-store';
import { migrateNotifier } from '../src/storage/migrate';
import { StatusStore } from '../src/storage/status-store';

const SEARCHES = 10_000;

/** A database with saved searches of which some fail, wait for records, or have an old secret; nothing else uses it. */
const running = startBeforeAll(async () => {
  const database = await startTestDatabase();
  const connectionString = database.connectionString('notifier');
  await migrateNotifier({ connectionString }, createLogger({ service: 'notifier-test', level: 'silent' }));
  const pool = new Pool({ connectionString, max: 1 });
  await pool.query(
    `INSERT INTO notifier.saved_search (saved_search_id, account_id, is_test, slot, name, query, filters, version,
       webhook_url, secret, previous_secret, previous_secret_until, state, failed_at)
     SELECT gen_random_uuid(), gen_random_uuid(), false, 1, 'x', '{}', '', n, 'https://example.com', '',
       CASE WHEN n <= 5 THEN ''::bytea END, CASE WHEN n <= 5 THEN now() END,
       CASE WHEN n <= 3 THEN 'failing' WHEN n <= 5 THEN 'waiting_for_records' ELSE 'active' END,
       CASE WHEN n <= 3 THEN now() END
     FROM generate_series(1, ${SEARCHES}) AS n`,
  );
  await pool.query('ANALYZE notifier.saved_search');
  const stop = async () => {
    await pool.end();
    await database.stop();
  };
  return { pool, stop };
});

/** Saved searches read since the database was created, by any method. */
async function searchesRead(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    `SELECT (seq_tup_read + idx_tup_read)::int AS read FROM pg_stat_user_tables JOIN (
       SELECT relid, sum(idx_tup_read) AS idx_tup_read FROM pg_stat_user_indexes GROUP BY relid) AS indexes USING (relid)
     WHERE schemaname = 'notifier' AND relname = 'saved_search'`,
  );
  return rows[0]!.read;
}

/** Lookups of matches since the database was created. */
async function matchLookups(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ scans: number }>(
    `SELECT (seq_scan + idx_scan)::int AS scans FROM pg_stat_user_tables
     WHERE schemaname = 'notifier' AND relname = 'match'`,
  );
  return rows[0]!.scans;
}

it('neither the gauges nor the removal of old secrets read all saved searches', async () => {
  const { pool } = running;
  const status = new StatusStore(pool);
  const before = await searchesRead(pool);
  expect(await status.failingSearches()).toBe(3);
  expect(await status.waitingAccounts()).toBe(2);
  expect(await removeExpiredRows(pool)).toEqual({ removed: 5, lostMatches: 0 });
  expect((await searchesRead(pool)) - before).toBeLessThan(100);
});

it('matches that are left to a backlog are not looked up', async () => {
  const { pool } = running;
  const matches = new MatchStore(pool);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT saved_search_id AS id FROM notifier.saved_search ORDER BY version LIMIT 2',
  );
  const found = rows.flatMap(({ id: savedSearchId }) =>
    Array.from({ length: 2_000 }, (_, index) => {
      const version = String(index + 1);
      return { savedSearchId, signalId: version, version, ownVersion: version };
    }),
  );
  // As many as may wait, and where the first one that was left out is.
  expect(await matches.add(found)).toBe(2_000);
  const later = found.map((each) => ({ ...each, signalId: `9${each.signalId}`, ownVersion: '5000' }));
  const before = await matchLookups(pool);
  expect(await matches.add(later)).toBe(0);
  expect((await matchLookups(pool)) - before).toBeLessThan(100);
});
