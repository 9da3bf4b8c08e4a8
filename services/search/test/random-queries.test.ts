import { CorpusWriter, migrateCatalog } from '@heliograph/catalog';
import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import fc from 'fast-check';
import { Pool } from 'pg';
import { groupBounds } from '../src/domain/group-plans';
import type { Position, SearchQuery } from '../src/domain/query';
import { Statistics } from '../src/domain/statistics';
import { SearchStore } from '../src/storage/search-store';
import { companies, queries, signals as anySignals, today } from './support/arbitrary';
import { bruteForce, type PlainSignal } from './support/brute-force';

const now = new Date(`${today}T12:00:00Z`);
const corpora = 3;
const queriesOfCorpus = 150;
const fixedSeed = 20261121;
/** None: the signals of companies that have a rare term are always too many to be read. */
const mostOwnSignals = [0, 4_000];

let database: TestDatabase;
let signals: PlainSignal[];

async function importCorpus(corpus: PlainSignal[]): Promise<void> {
  const writer = new CorpusWriter(database.connectionString('catalog'));
  await writer.begin();
  await writer.writeCompanies(companies.map((record, line) => ({ line, record })));
  for (let start = 0; start < corpus.length; start += 50) {
    const piece = corpus.slice(start, start + 50).map((record, line) => ({ line, record }));
    expect((await writer.writeSignals(piece)).rejects).toEqual([]);
    if (start === 50) await writer.finish();
  }
  await writer.finish();
  await writer.close();
}

/** The time of every other unpublished signal comes, and no one has marked it published yet. */
async function letSomeBecomeDue(all: PlainSignal[]): Promise<PlainSignal[]> {
  const due = new Set(
    all
      .filter(({ publishedAt }) => publishedAt > '2999')
      .map(({ id }) => id)
      .filter((_, index) => index % 2 === 0),
  );
  expect(due.size).toBeGreaterThan(5);
  const owner = new Pool({ connectionString: database.connectionString('catalog'), max: 1 });
  await owner.query(`UPDATE catalog.signal SET published_at = '2026-01-01' WHERE id = ANY($1::numeric[])`, [
    [...due],
  ]);
  await owner.end();
  return all.map((signal) =>
    due.has(signal.id) ? { ...signal, publishedAt: '2026-01-01T00:00:00Z' } : signal,
  );
}

async function pagesByCursor(store: SearchStore, query: SearchQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const page = await store.search(query, { limit, after });
    ids.push(...page.documents.map((document) => (JSON.parse(document) as { id: string }).id));
    after = page.next ?? undefined;
    if (after) expect(page.documents).toHaveLength(limit);
  } while (after);
  return ids;
}

const numberedPage = async (store: SearchStore, query: SearchQuery, limit: number, page: number) =>
  (await store.search(query, { limit, page })).documents.map(
    (text) => (JSON.parse(text) as { id: string }).id,
  );

/** Figures that send queries through every kind of plan, however small the corpus: no answer may depend on them. */
function misleadingStatistics(share: number, bitmaps: string[]): Statistics {
  const days = ['2025-06-01', '2026-08-22', '2026-10-22', '2026-11-14', '2026-11-20'];
  const signals = 100_000;
  const shares = { get: () => share } as unknown as ReadonlyMap<string, number>;
  return new Statistics({ shares, days: days.map((day) => ({ day, signals })), bitmaps: new Set(bitmaps) });
}

beforeAll(async () => {
  database = await startTestDatabase();
  await migrateCatalog(
    database.connectionString('catalog'),
    createLogger({ service: 'test', level: 'silent' }),
  );
});
afterAll(() => database.stop());

for (let corpus = 0; corpus < corpora; corpus++) {
  test(`random queries on random corpus ${corpus} answer as the definition does`, async () => {
    const seed = fixedSeed + corpus;
    signals = [...(signals ?? [])];
    const fresh = fc.sample(anySignals, { numRuns: 1, seed })[0]!;
    // Later corpora replace and add to the earlier: updates must leave no trace in lexemes or bitmaps.
    const byId = new Map([...signals, ...fresh].map((signal) => [signal.id, signal]));
    await importCorpus(fresh);
    signals = [...byId.values()];
    if (corpus === corpora - 1) signals = await letSomeBecomeDue(signals);

    const pool = new Pool({ connectionString: database.connectionString('reader'), max: 2 });
    try {
      const store = new SearchStore(pool, { now: () => now });
      await store.refreshStatistics();
      const { rows } = await pool.query<{ lexeme: string }>('SELECT lexeme FROM catalog.bitmap_lexeme');
      const bitmaps = rows.map(({ lexeme }) => lexeme);
      expect(bitmaps.length).toBeGreaterThan(20);
      const misled = [0.9, 0.02, 0.0001].map(
        (share) =>
          new SearchStore(pool, { now: () => now, statistics: misleadingStatistics(share, bitmaps) }),
      );
      await fc.assert(
        fc.asyncProperty(
          queries,
          fc.constantFrom(1, 3, 50),
          fc.constantFrom(...misled, store),
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom(...mostOwnSignals),
          async (plain, limit, target, page, most) => {
            groupBounds.mostOwnSignals = most;
            const query = plain as SearchQuery;
            const expected = bruteForce(companies, signals, plain, now);
            expect(await target.count(query)).toBe(expected.length);
            const step = Math.max(limit, Math.ceil(expected.length / 8));
            expect(await pagesByCursor(target, query, Math.min(step, 50))).toEqual(expected);
            expect(await numberedPage(target, query, limit, page)).toEqual(
              expected.slice((page - 1) * limit, page * limit),
            );
          },
        ),
        { numRuns: queriesOfCorpus, seed },
      );
    } finally {
      await pool.end();
    }
  }, 240_000);
}
