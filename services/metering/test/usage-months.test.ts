import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase } from '@heliograph/testing';
import { Pool } from 'pg';
import { migrateMetering } from '../src/storage/migrate';
import { UsageStore } from '../src/storage/usage-store';

const KEYS = 20;

/** Two accounts with many rows a day, of which one ended a year before the other; nothing else uses the database. */
const running = startBeforeAll(async () => {
  const database = await startTestDatabase();
  const connectionString = database.connectionString('metering');
  await migrateMetering({ connectionString }, createLogger({ service: 'metering-test', level: 'silent' }));
  const pool = new Pool({ connectionString, max: 1 });
  await pool.query(
    `INSERT INTO metering.usage_day
     SELECT account_id, day, 'key-' || key, 'api', 'searchSignals', CASE WHEN is_voided THEN 0 ELSE 1 END, 0, 0, 0, 0, 0
     FROM (VALUES ('account-ended', date '2024-01-15', date '2024-12-15'), ('account-current', '2024-01-15', '2025-12-15'))
         AS account (account_id, since, until)
     CROSS JOIN LATERAL generate_series(since, until, interval '1 day') AS day
     CROSS JOIN generate_series(1, ${KEYS}) AS key
     CROSS JOIN LATERAL (SELECT account_id = 'account-ended' AND extract(month FROM day) IN (3, 12) AS is_voided) AS row`,
  );
  await pool.query('ANALYZE metering.usage_day');
  const stop = async () => {
    await pool.end();
    await database.stop();
  };
  return { pool, stop };
});

/** Rows read since the database was created, by any method. */
async function rowsRead(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    `SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes AS index WHERE index.relid = usage.relid))::int
       AS read FROM pg_stat_user_tables AS usage WHERE schemaname = 'metering' AND relname = 'usage_day'`,
  );
  return rows[0]!.read;
}

const monthsOf = (year: number, months: readonly number[]) =>
  months.map((month) => ({ month: `${year}-${String(month).padStart(2, '0')}` }));

it('names the months with usage, newest first, without reading all that was used', async () => {
  const { pool } = running;
  const store = new UsageStore(pool);
  const before = await rowsRead(pool);
  // Without March and December, of which everything was voided.
  expect(await store.readMonths('account-ended')).toEqual(monthsOf(2024, [11, 10, 9, 8, 7, 6, 5, 4, 2, 1]));
  const months = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  expect(await store.readMonths('account-current')).toEqual([
    ...monthsOf(2025, months),
    ...monthsOf(2024, months),
  ]);
  expect(await store.readMonths('account-unknown')).toEqual([]);
  // The voided rows are read: 46 days.
  expect((await rowsRead(pool)) - before).toBeLessThan(46 * KEYS + 200);
});
