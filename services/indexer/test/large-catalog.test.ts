import { holdLocks, startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { createPool } from '@heliograph/postgres';
import { Pool } from 'pg';
import { CatalogReader } from '../src/storage/catalog-reader';
import { CollectionStore } from '../src/storage/collection-store';
import { migrateIndexer } from '../src/storage/migrate';
import { silent } from './support/server';

const SIGNALS = 150_000;
const TIMEOUT_MS = 500;

const running = startBeforeAll(async () => {
  const database = await startTestDatabase();
  const connectionString = database.connectionString('indexer');
  await migrateIndexer({ connectionString }, silent);
  const admin = new Pool({ connectionString: database.adminConnectionString, max: 2 });
  const createTestPool = (statementTimeoutMs?: number) =>
    createPool({ connectionString, applicationName: 'test', max: 1, statementTimeoutMs }, silent);
  const [pool, reportPool] = [createTestPool(TIMEOUT_MS), createTestPool()];
  const stop = async () => {
    await Promise.all([admin.end(), pool.end(), reportPool.end()]);
    await database.stop();
  };
  return { admin, pool, reportPool, stop };
});

it('counts no more of a large import than tells that it is large', async () => {
  const { admin, reportPool } = running;
  await admin.query(
    `INSERT INTO catalog.signal_document (id, version, content_hash, inherited, document)
       SELECT n, 1, gen_random_uuid(), 0, '' FROM generate_series(1, ${SIGNALS}) AS n;
     INSERT INTO catalog.withdrawal (id, version) SELECT ${SIGNALS} + n, 2 FROM generate_series(1, 3) AS n;
     UPDATE catalog.state SET version = 2`,
  );
  const catalog = new CatalogReader(reportPool);
  expect(await catalog.countUnpublished()).toBe(100_000);
  const publishUpTo = (id: number) =>
    admin.query('UPDATE indexer.feed_position SET version = 1, id = $1', [id]);
  await publishUpTo(SIGNALS - 2);
  expect(await catalog.countUnpublished()).toBe(2 + 3);
  await admin.query('UPDATE indexer.feed_position SET version = 2, id = $1', [SIGNALS + 3]);
  expect(await catalog.countUnpublished()).toBe(0);
});

it('finds out in any time whether a collection was indexed, which takes long after a loss', async () => {
  const { admin, pool, reportPool } = running;
  const store = new CollectionStore(pool, reportPool);
  const { id } = await store.ensure({ name: 'large', identity: 'x', modelName: 'x', dimensions: 2 });
  // Stands for all that there is to read.
  const held = await holdLocks(admin, 'LOCK TABLE indexer.signal');
  const reading = store.hasIndexed(id);
  const isLate = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query_start < clock_timestamp() - interval '${2 * TIMEOUT_MS} ms'`;
  try {
    await Promise.race([reading, waitFor(async () => (await admin.query(isLate)).rowCount === 1)]);
  } finally {
    await held.commit();
  }
  expect(await reading).toBe(false);
});
