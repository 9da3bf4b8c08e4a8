import { waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { CorpusWriter } from '../src';
import { acme, numbered, signals } from './support/records';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const OTHERS = 30_000;

let catalog: TestCatalog;
let writer: CorpusWriter;
let admin: Pool;

beforeAll(async () => {
  catalog = await startTestCatalog();
  admin = new Pool({ connectionString: catalog.adminConnectionString, max: 1 });
  writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
  await writer.writeSignals(numbered(signals(1, 3)));
  await admin.query(
    `INSERT INTO catalog.signal (id, published_at, activity_date, ordinal, company_id, pending)
       SELECT 10 + n, '2026-11-01', '2026-11-01', 10 + n, 10 + n % 1000, false FROM generate_series(1, ${OTHERS}) AS n;
     INSERT INTO catalog.signal_document (id, version, content_hash, inherited, document)
       SELECT 10 + n, 1, gen_random_uuid(), 0, '' FROM generate_series(1, ${OTHERS}) AS n;
     ANALYZE catalog.signal, catalog.signal_document`,
  );
  // Walking all signals in order shall seem to be fastest, as where a sample shows few of many companies.
  await admin.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_sort = off', current_database()); END $$`,
  );
  await writer.close();
  writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
});
afterAll(async () => {
  await writer.close();
  await admin.end();
  await catalog.stop();
});

test('a changed company rewrites its signals without reading all others', async () => {
  const rowsRead = async () => {
    const { rows } = await admin.query<{ read: number }>(
      `SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes
         WHERE schemaname = 'catalog' AND relname = 'signal'))::int AS read
       FROM pg_stat_user_tables WHERE schemaname = 'catalog' AND relname = 'signal'`,
    );
    return rows[0]!.read;
  };
  await admin.query('SELECT pg_stat_force_next_flush()');
  const before = await rowsRead();
  await writer.writeCompanies(numbered([{ ...acme, name: 'Acme Corporation' }]));
  // Sessions report what they read when they end, at the latest.
  await writer.close();
  const sessions = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'heliograph-import'`;
  await waitFor(async () => (await admin.query(sessions)).rowCount === 0);
  expect((await rowsRead()) - before).toBeLessThan(1_000);
  const { rows } = await admin.query(
    `SELECT FROM catalog.signal_document WHERE document LIKE '%Acme Corporation%'`,
  );
  expect(rows).toHaveLength(3);
});
