import { startTestDatabase } from '@heliograph/testing';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import {
  CorpusWriter,
  largestSignalBytes,
  MAXIMUM_IDENTIFIER_BYTES,
  MAXIMUM_IDENTIFIERS,
  MAXIMUM_LIST_ITEMS,
  publishScheduledSignals,
  pruneIdentifiers,
  writeIdentifiers,
  type CompanyRecord,
  type SignalRecord,
} from '../src';
import { catalogMigrations } from '../src/migrate';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

const company: CompanyRecord = { slug: 'acme', name: 'Acme', industries: ['Robotics'], country: 'France' };
const signalOf = (id: string, change: Partial<SignalRecord> = {}): SignalRecord => ({
  id,
  title: `News ${id}`,
  category: 'funding',
  companySlug: 'acme',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T00:00:00.000Z',
  ...change,
});
const items = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);

async function write(
  connectionString: string,
  signals: readonly SignalRecord[],
  companies: readonly CompanyRecord[] = [company],
) {
  const writer = new CorpusWriter(connectionString);
  try {
    await writer.begin();
    await writer.writeCompanies(companies.map((record, index) => ({ line: index + 1, record })));
    const written = await writer.writeSignals(signals.map((record, index) => ({ line: index + 1, record })));
    await writer.finish();
    return written;
  } finally {
    await writer.close();
  }
}

describe('a corpus', () => {
  let catalog: TestCatalog;
  beforeEach(async () => (catalog = await startTestCatalog()));
  afterEach(() => catalog.stop());

  test.each<[string, Partial<SignalRecord>]>([
    ['industries', { industries: items(MAXIMUM_LIST_ITEMS + 1) }],
    ['hiring labels', { hiring: { functions: items(MAXIMUM_LIST_ITEMS + 1) } }],
    ['bytes', { title: 'x'.repeat(largestSignalBytes) }],
  ])('rejects a new signal with too many %s from any writer', async (_, change) => {
    await expect(write(catalog.connectionString, [signalOf('1', change)])).rejects.toMatchObject({
      code: '23514',
      constraint: 'signal_document_bounded',
    });
  });

  test('stores no new company with too many industries', async () => {
    const large = { ...company, industries: items(MAXIMUM_LIST_ITEMS + 1) };
    await expect(write(catalog.connectionString, [], [large])).rejects.toMatchObject({
      code: '23514',
      constraint: 'company_industries_bounded',
    });
  });

  test('accepts the largest possible signal, which is within the calculated size', async () => {
    const wide = (length: number) => '𐍈'.repeat(length);
    const labels = () => items(MAXIMUM_LIST_ITEMS).map((item) => item + wide(180 - item.length));
    const largest = signalOf('9999999999999999999', {
      title: wide(1000),
      activityUrl: `https://a.example/${wide(4078)}`,
      category: wide(180),
      country: wide(180),
      city: wide(180),
      industries: labels(),
      hiring: {
        types: labels(),
        functions: labels(),
        seniorities: labels(),
        employmentTypes: labels(),
        workArrangements: labels(),
      },
      funding: { stage: wide(180), amount: 1.2345678901234567e300, currency: 'USD' },
      companySlug: 'a'.repeat(180),
    });
    const named = { slug: 'a'.repeat(180), name: wide(1000) };
    expect(await write(catalog.connectionString, [largest], [named])).toMatchObject({ inserted: 1 });
    const { rows } = await catalog.pool.query<{ bytes: number }>(
      'SELECT octet_length(document) AS bytes FROM catalog.signal_document',
    );
    expect(rows[0]!.bytes).toBeLessThanOrEqual(largestSignalBytes);
    expect(rows[0]!.bytes).toBeGreaterThan(0.96 * largestSignalBytes);
  });

  test.each(['ev\u001b[31mil', 'e\u202evil', 'e\u2067vil', 'a\u2028b', 'a\u200bb', 'a,b', 'x'.repeat(181)])(
    'stores no new identifier %j',
    async (id) => {
      await expect(write(catalog.connectionString, [signalOf('1', { category: id })])).rejects.toMatchObject({
        code: '23514',
        constraint: 'identifier_bounded',
      });
    },
  );

  test('refuses signals whose identifiers do not fit, and accepts all others', async () => {
    const categories = Array.from({ length: MAXIMUM_IDENTIFIERS }, (_, index) => `category-${index}`);
    const first = categories.slice(1).map((category, index) => signalOf(String(index + 1), { category }));
    expect((await write(catalog.connectionString, first)).rejects).toEqual([]);
    const { inserted, rejects } = await write(catalog.connectionString, [
      // Its stage fits, but its category does not; neither is added.
      signalOf('20001', { category: 'last' }),
      signalOf('20002', { category: 'too-many', funding: { stage: 'seed' } }),
      signalOf('20003', { category: 'category-1', funding: { stage: 'grant' } }),
    ]);
    expect(inserted).toBe(2);
    expect(rejects).toEqual([
      { line: 2, reason: expect.stringContaining('category list is full (10,000 identifiers') as unknown },
    ]);
    const { rows } = await catalog.pool.query(
      `SELECT id FROM catalog.identifier WHERE id IN ('last', 'too-many', 'seed', 'grant') ORDER BY id`,
    );
    expect(rows).toEqual([{ id: 'grant' }, { id: 'last' }]);
    await expect(
      writeIdentifiers(catalog.pool, [{ kind: 'category', id: 'named', label: 'Named' }]),
    ).rejects.toThrow('"heliograph-admin filter-options prune"');
    // A new label for an existing identifier takes no room.
    await writeIdentifiers(catalog.pool, [{ kind: 'category', id: 'last', label: 'Last' }]);
  });

  test('a signal whose identifiers do not fit replaces no earlier one, and a replaced one takes no room', async () => {
    const categories = Array.from({ length: MAXIMUM_IDENTIFIERS - 1 }, (_, index) => `category-${index}`);
    await write(
      catalog.connectionString,
      categories.map((category, index) => signalOf(String(index + 1), { category })),
    );
    const { inserted, updated, unchanged, rejects } = await write(catalog.connectionString, [
      signalOf('20001', { category: 'replaced' }),
      signalOf('20001', { category: 'last' }),
      signalOf('20002', { category: 'category-1', title: 'Kept' }),
      signalOf('20002', { category: 'too-many' }),
      signalOf('1', { category: 'category-0' }),
      signalOf('1', { category: 'too-many' }),
      signalOf('2', { category: 'category-2' }),
      signalOf('2', { category: 'too-many' }),
    ]);
    expect([inserted, updated, unchanged]).toEqual([2, 1, 1]);
    expect(rejects.map(({ line }) => line)).toEqual([4, 6, 8]);
    const { rows } = await catalog.pool.query<{ title: string; category: string }>(
      `SELECT document::json ->> 'title' AS title, document::json ->> 'category' AS category
       FROM catalog.signal_document WHERE id IN (1, 2, 20001, 20002) ORDER BY id`,
    );
    expect(rows).toEqual([
      { title: 'News 1', category: 'category-0' },
      { title: 'News 2', category: 'category-2' },
      { title: 'News 20001', category: 'last' },
      { title: 'Kept', category: 'category-1' },
    ]);
    const { rows: added } = await catalog.pool.query(
      `SELECT id FROM catalog.identifier WHERE id IN ('replaced', 'last', 'too-many')`,
    );
    expect(added).toEqual([{ id: 'last' }]);
  });

  test('also limits the bytes of identifiers', async () => {
    const signals = Array.from({ length: 800 }, (_, index) =>
      signalOf(String(index + 1), { category: `${String(index).padStart(4, '0')}${'𐍈'.repeat(176)}` }),
    );
    const { inserted, rejects } = await write(catalog.connectionString, signals);
    const { rows } = await catalog.pool.query<{ bytes: string }>(
      `SELECT sum(octet_length(id) + octet_length(label)) AS bytes FROM catalog.identifier WHERE kind = 'category'`,
    );
    expect(Number(rows[0]!.bytes)).toBeLessThanOrEqual(MAXIMUM_IDENTIFIER_BYTES);
    expect(Number(rows[0]!.bytes)).toBeGreaterThan(MAXIMUM_IDENTIFIER_BYTES - 2_000);
    expect(inserted + rejects.length).toBe(800);
    expect(rejects.length).toBeGreaterThan(0);
  });

  test('loses unused identifiers when they are pruned, including those of withdrawn signals', async () => {
    await write(catalog.connectionString, [
      signalOf('1', { industries: ['x'.repeat(170) + 'ü'.repeat(10)], hiring: { types: ['open-role'] } }),
      signalOf('2', { category: 'gone', publishedAt: '2100-01-01T00:00:00.000Z' }),
    ]);
    await write(catalog.connectionString, [signalOf('1', { funding: { stage: 'seed' } })]);
    const identifiers = async () => {
      const { rows } = await catalog.pool.query<{ id: string }>(
        "SELECT kind || ' ' || id AS id FROM catalog.identifier ORDER BY 1",
      );
      return rows.map(({ id }) => id);
    };
    const before = await identifiers();
    const unused = await pruneIdentifiers(catalog.pool, { remove: false });
    expect(unused).toEqual([
      { kind: 'hiring_type', unused: 1, examples: ['open-role'] },
      { kind: 'industry', unused: 1, examples: ['x'.repeat(170) + 'ü'.repeat(10)] },
    ]);
    expect(await identifiers()).toEqual(before);
    const version = async () =>
      (await catalog.pool.query<{ version: string }>('SELECT version FROM catalog.state')).rows[0]!.version;
    const versionBefore = await version();
    expect(await pruneIdentifiers(catalog.pool, { remove: true })).toEqual(unused);
    expect(await version()).not.toBe(versionBefore);
    // Used by a signal scheduled for the year 2100.
    expect(await identifiers()).toEqual([
      'category funding',
      'category gone',
      'country France',
      'funding_stage seed',
      'industry Robotics',
    ]);
    expect(await pruneIdentifiers(catalog.pool, { remove: true })).toEqual([]);
  });

  test('that is pruned during an import still has every identifier of its signals', async () => {
    const writer = new CorpusWriter(catalog.connectionString);
    await writer.begin();
    await writer.writeCompanies([{ line: 1, record: company }]);
    const batch = (from: number) =>
      Array.from({ length: 200 }, (_, index) => ({
        line: index + 1,
        record: signalOf(String(from + index), { category: `category-${index % 7}` }),
      }));
    await writeIdentifiers(catalog.pool, [{ kind: 'category', id: 'category-6', label: 'Sixth' }]);
    // What was read ahead must stay valid even if the identifier is removed meanwhile.
    const ahead = await writer.lookAhead(batch(1));
    const work = [pruneIdentifiers(catalog.pool, { remove: true })];
    await writer.writeSignals(batch(1), ahead);
    for (let from = 201; from < 2_000; from += 200) {
      work.push(pruneIdentifiers(catalog.pool, { remove: true }));
      await writer.writeSignals(batch(from));
    }
    await Promise.all(work);
    await writer.close();
    const { rows } = await catalog.pool.query<{ count: string }>(
      `SELECT count(*) FROM catalog.identifier WHERE kind = 'category'`,
    );
    expect(Number(rows[0]!.count)).toBe(7);
  });
});

/** A catalog from the version before limits, with records that exceed them. */
async function startUnboundedCatalog() {
  const database = await startTestDatabase();
  const connectionString = database.connectionString('catalog');
  const pool = new Pool({ connectionString });
  await pool.query(
    `ALTER TABLE catalog.company DROP CONSTRAINT company_industries_bounded;
     ALTER TABLE catalog.identifier DROP CONSTRAINT identifier_bounded;
     DROP TRIGGER signal_document_bounded ON catalog.signal_document;
     DROP FUNCTION catalog.refuse_unbounded_signal()`,
  );
  const bounds = await readFile(join(catalogMigrations, '0004_bounds.sql'), 'utf8');
  return {
    connectionString,
    pool,
    addBounds: () => pool.query(bounds),
    stop: async () => {
      await pool.end();
      await database.stop();
    },
  };
}

test('records stored before the limits are published, rewritten within them, and withdrawn', async () => {
  const catalog = await startUnboundedCatalog();
  const { connectionString, pool } = catalog;
  try {
    const old = { ...company, industries: items(60) };
    const scheduledAt = new Date(Date.now() + 1_500).toISOString();
    await write(
      connectionString,
      [
        signalOf('1', { publishedAt: scheduledAt, industries: items(70) }),
        signalOf('2', { hiring: { types: items(80) }, category: 'ev\u001bil' }),
      ],
      [old],
    );
    await catalog.addBounds();

    await pool.query('SELECT pg_sleep_until($1)', [scheduledAt]);
    expect(await publishScheduledSignals(pool)).toBe(1);
    // A new signal that inherits its industries from the old company, which is never imported again.
    expect(await write(connectionString, [signalOf('3')], [])).toMatchObject({ inserted: 1 });
    await write(connectionString, [], [{ ...company, name: 'Acme again' }]);
    const { rows } = await pool.query<{ industries: number; types: number | null; name: string }>(
      `SELECT jsonb_array_length(document::jsonb -> 'industries') AS industries,
         jsonb_array_length(document::jsonb #> '{hiring,types}') AS types, document::jsonb #>> '{company,name}' AS name
       FROM catalog.signal_document ORDER BY id`,
    );
    expect(rows).toEqual([
      { industries: 50, types: null, name: 'Acme again' },
      { industries: 1, types: 50, name: 'Acme again' },
      { industries: 1, types: null, name: 'Acme again' },
    ]);
  } finally {
    await catalog.stop();
  }
});
