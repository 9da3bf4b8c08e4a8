import { holdLocks, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { CatalogFeed, CorpusWriter, type SnapshotHalf } from '../src';
import { acme, numbered } from './support/records';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const SIGNALS = 40_000;

let catalog: TestCatalog;
let admin: Client;

beforeAll(async () => {
  catalog = await startTestCatalog();
  admin = new Client({ connectionString: catalog.adminConnectionString });
  await admin.connect();
  const writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
  await writer.close();
  await catalog.pool.query(
    `INSERT INTO catalog.signal (id, published_at, activity_date, ordinal, company_id, pending)
       SELECT n, '2026-11-01', '2026-11-01', n - 1, (SELECT id FROM catalog.company), false
       FROM generate_series(1, ${SIGNALS}) AS n;
     INSERT INTO catalog.signal_document (id, version, content_hash, inherited, document)
       SELECT n, 1, gen_random_uuid(), 0, repeat('{"title":"A document of the usual length"}', 12)
       FROM generate_series(1, ${SIGNALS}) AS n;
     UPDATE catalog.state SET version = 1, next_ordinal = ${SIGNALS};
     ANALYZE catalog.company, catalog.signal, catalog.signal_document`,
  );
});
afterAll(async () => {
  await admin.end();
  await catalog.stop();
});

const openFeed = (queryTimeoutMs?: number) =>
  CatalogFeed.open({ connectionString: catalog.readerConnectionString, queryTimeoutMs });

test('loads both halves without spilling documents to disk', async () => {
  await admin.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET temp_file_limit = 0', current_database()); END $$`,
  );
  const [feed, other] = [await openFeed(), await openFeed()];
  try {
    let rows = 0;
    const count = (delivered: readonly unknown[]) => void (rows += delivered.length);
    await feed.load(count, (half: SnapshotHalf) => other.loadHalf(half, count));
    expect(rows).toBe(SIGNALS);
  } finally {
    await feed.close();
    await other.close();
  }
});

test('waits longer for what walks a table than for a row', async () => {
  const timeoutMs = 500;
  const isLate = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query_start < clock_timestamp() - interval '${2 * timeoutMs} ms'`;
  const feed = await openFeed(timeoutMs);
  try {
    const { version, token } = await feed.state();
    // Stands for a slow disk.
    const held = await holdLocks(catalog.pool, 'LOCK TABLE catalog.signal_document');
    const ignore = () => undefined;
    const resuming = feed.resumeAfter({ version, token }, SIGNALS, ignore, ignore, {
      limit: 1,
      onChanges: ignore,
    });
    try {
      await Promise.race([resuming, waitFor(async () => (await admin.query(isLate)).rowCount === 1)]);
    } finally {
      await held.commit();
    }
    expect((await resuming).totals.signals).toBe(SIGNALS);
  } finally {
    await feed.close();
  }
});
