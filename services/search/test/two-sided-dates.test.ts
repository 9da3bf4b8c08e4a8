import { migrateCatalog } from '@heliograph/catalog';
import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import { Pool } from 'pg';
import { compileCount } from '../src/domain/compile-count';
import { compilePage } from '../src/domain/compile-page';
import type { SearchQuery } from '../src/domain/query';
import type { PlannedStatement } from '../src/domain/sql';
import { searchSettings } from '../src/storage/session';
import { loadStatistics } from '../src/storage/statistics-store';
import { importSignals } from './support/corpus';

const SIGNALS = 12_000;
const DAYS = 400;
const dayOf = (index: number) =>
  new Date(Date.UTC(2025, 5, 1) + Math.floor((index * DAYS) / SIGNALS) * 86_400_000)
    .toISOString()
    .slice(0, 10);
/** A word of sixty signals. */
const query: SearchQuery = { q: 'number7', dateFrom: '2025-09-01', dateTo: '2026-04-30' };

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await startTestDatabase();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const owner = database.connectionString('catalog');
  await migrateCatalog(owner, logger);
  const company = { slug: 'acme', name: 'Acme' };
  const signals = Array.from({ length: SIGNALS }, (_, index) => ({
    id: String(1_000 + index),
    companySlug: 'acme',
    category: 'hiring',
    title: `Acme hires number${index % 200}`,
    activityDate: dayOf(index),
    publishedAt: '2025-01-01T00:00:00Z',
  }));
  await importSignals(owner, [company] as never, signals as never);
  pool = new Pool({ connectionString: database.connectionString('reader'), max: 1 });
  await pool.query(searchSettings);
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** The indexes that the plan of a statement reads, whatever its values: every statement of search runs by such a plan. */
async function indexesOf(statement: PlannedStatement | null): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statement?.text}`);
  return rows.flatMap((row) => /(?:on|using) (signal_\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
}

it('asks the lexemes for a word between two days, and no other index', async () => {
  const context = { today: '2026-11-20', statistics: await loadStatistics(pool) };
  const page = compilePage(query, { limit: 50 }, context);
  const count = compileCount(query, context);
  expect([page?.plan, count?.plan]).toEqual(['index', 'index']);
  for (const statement of [page, count]) {
    const indexes = await indexesOf(statement);
    expect(indexes).toContain('signal_lexemes');
    expect(indexes).not.toContain('signal_order');
    expect(indexes).not.toContain('signal_company');
  }
});
