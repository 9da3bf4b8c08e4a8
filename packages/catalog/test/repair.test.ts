import { createLogger } from '@heliograph/runtime';
import type { Pool } from 'pg';
import { CorpusWriter, migrateCatalog } from '../src';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const logger = createLogger({ service: 'test', level: 'silent' });
let catalog: TestCatalog;
let pool: Pool;

beforeEach(async () => {
  catalog = await startTestCatalog();
  pool = catalog.pool;
});
afterEach(() => catalog.stop());

/** A first import that has stored a batch and not finished. */
async function unfinishedImport(): Promise<CorpusWriter> {
  const writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies([{ line: 1, record: { slug: 'acme', name: 'Acme' } }]);
  const signals = ['2026-11-01', '2026-11-03', '2026-11-02'].map((day, index) => ({
    line: index + 1,
    record: {
      id: String(index + 1),
      title: `Signal ${index}`,
      category: 'ipo',
      companySlug: 'acme',
      activityDate: day,
      publishedAt: `${day}T00:00:00.000Z`,
    },
  }));
  await writer.writeSignals(signals);
  return writer;
}

const state = async () =>
  (
    await pool.query(
      `SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('catalog.signal_lexemes')), false) AS index,
              (SELECT count(*)::int FROM catalog.day) AS days,
              (SELECT array_agg(id::text ORDER BY ctid) FROM catalog.signal) AS stored`,
    )
  ).rows[0] as { index: boolean; days: number; stored: string[] };

const migrateAgain = () => migrateCatalog(catalog.connectionString, logger);

test('a migration builds what a killed first import left out: order, index and statistics', async () => {
  const writer = await unfinishedImport();
  await writer.close();
  expect(await state()).toEqual({ index: false, days: 0, stored: ['1', '2', '3'] });
  await migrateAgain();
  expect(await state()).toEqual({ index: true, days: 3, stored: ['1', '3', '2'] });
});

test('a migration leaves the corpus alone while an import runs, which then finishes itself', async () => {
  const writer = await unfinishedImport();
  await migrateAgain();
  expect(await state()).toMatchObject({ index: false, days: 0 });
  await writer.finish();
  await writer.close();
  expect(await state()).toEqual({ index: true, days: 3, stored: ['1', '3', '2'] });
});

test('an import that finds everything stored already still finishes what a killed one left out', async () => {
  await (await unfinishedImport()).close();
  const again = await unfinishedImport();
  await again.finish();
  await again.close();
  expect(await state()).toEqual({ index: true, days: 3, stored: ['1', '3', '2'] });
});

test('a migration of a whole or an empty corpus changes nothing', async () => {
  const writer = await unfinishedImport();
  await writer.finish();
  await writer.close();
  const version = () => pool.query('SELECT version, statistics_version FROM catalog.state');
  const { rows: before } = await version();
  await migrateAgain();
  expect((await version()).rows).toEqual(before);
});
