import { holdLocks } from '@heliograph/testing';
import { Pool } from 'pg';
import { pruneChanges } from '../src';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const OLD = 20_000;
const NEW = 10;

let catalog: TestCatalog;
/** One connection, whose statistics are all there are. */
let pool: Pool;

beforeEach(async () => {
  catalog = await startTestCatalog();
  pool = new Pool({ connectionString: catalog.connectionString, max: 1 });
  await pool.query(
    `INSERT INTO catalog.change (version, id, kind, at)
     SELECT n / 1000, n, 'published', now() - CASE WHEN n <= ${OLD} THEN interval '63 days' ELSE '1 day' END
     FROM generate_series(1, ${OLD + NEW}) AS n`,
  );
});
afterEach(async () => {
  await pool.end();
  await catalog.stop();
});

const entriesRead = async () => {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    `SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes WHERE indexrelname = 'change_pkey'`,
  );
  return rows[0]!.read;
};

test('leaves room for other work between batches', async () => {
  const left: number[] = [];
  const removed = await pruneChanges(pool, async () => {
    const { rows } = await pool.query<{ left: number }>('SELECT count(*)::int AS left FROM catalog.change');
    left.push(rows[0]!.left);
  });
  expect(removed).toBe(OLD);
  expect(left).toEqual([15_010, 10_010, 5_010, NEW]);
});

test('does not read what it removed again for each batch while a dump keeps it', async () => {
  const dump = await holdLocks(catalog.pool, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await dump.query('SELECT FROM catalog.change LIMIT 1');
  try {
    const before = await entriesRead();
    expect(await pruneChanges(pool)).toBe(OLD);
    // Each once to find it and once to remove it.
    expect((await entriesRead()) - before).toBeLessThan(2.5 * OLD);
  } finally {
    await dump.commit();
  }
});
