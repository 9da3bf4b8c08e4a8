import { withdrawSignals } from '@heliograph/catalog';
import { countMatches, dayOf, readQuery, type Slices } from '@heliograph/read-model';
import { createLogger, createMetrics, type Metrics } from '@heliograph/runtime';
import { holdLocks, startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { Pool } from 'pg';
import { LiveCorpus } from '../src/read-model/live-corpus';
import { ReadModelMetrics } from '../src/read-model/metrics';
import type { PlainSignal } from './support/brute-force';
import { importSignals, onCatalog, untilSeen } from './support/corpus';

const company = { slug: 'acme', name: 'Acme' };
const logger = createLogger({ service: 'test', level: 'silent' });

let database: TestDatabase;
let catalog: string;
let corpus: LiveCorpus;
let metrics: Metrics;
let now: Date;

const open = async () => {
  metrics = createMetrics('test');
  corpus = new LiveCorpus({
    databaseUrl: database.connectionString('reader'),
    catalogReadUrl: database.connectionString('reader'),
    logger,
    metrics: new ReadModelMetrics(metrics),
    now: () => now,
  });
  await corpus.start();
  // On a busy machine, loading may take longer than a start waits for it.
  await waitFor(() => corpus.snapshot());
};

beforeEach(async () => {
  now = new Date('2126-11-21T12:00:00Z');
  database = await startTestDatabase();
  catalog = database.connectionString('catalog');
});
afterEach(async () => {
  await corpus.close();
  await database.stop();
});

const signal = (id: number, title: string, publishedAt = '2026-11-01T00:00:00Z'): PlainSignal => ({
  id: String(id),
  title,
  publishedAt,
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});
/** Imports, and returns when every search process has it. */
const put = (...signals: PlainSignal[]) => importSignals(catalog, [company], signals);

async function withdraw(...ids: string[]): Promise<void> {
  const pool = new Pool({ connectionString: catalog, max: 1 });
  await withdrawSignals(pool, ids).finally(() => pool.end());
  await untilSeen(catalog);
}

function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

const count = (q: string) => run(countMatches(readQuery({ q }, dayOf('2126-11-21')), corpus.snapshot()));

async function gauge(name: string): Promise<number> {
  const { values } = await metrics.registry.getSingleMetric(`heliograph_search_read_model_${name}`)!.get();
  return values[0]!.value;
}

it('has imports, changes, and withdrawals when those return, and scheduled signals at their time', async () => {
  await put(signal(1, 'alpha'), signal(2, 'alpha'));
  await open();
  expect(count('alpha')).toBe(2);
  await put(signal(3, 'alpha'), signal(2, 'beta'), signal(4, 'alpha', '2126-11-21T12:00:01Z'));
  expect([count('alpha'), count('beta')]).toEqual([2, 1]);
  await withdraw('1', '99');
  expect(count('alpha')).toBe(1);
  now = new Date('2126-11-21T12:00:01Z');
  expect(count('alpha')).toBe(2);
});

it("shows what is published by the database's clock, even when its own is behind", async () => {
  await open();
  now = new Date(Date.now() - 3_600_000);
  await put(signal(1, 'alpha', new Date().toISOString()));
  expect(count('alpha')).toBe(1);
});

describe("after the database's clock had jumped ahead", () => {
  /** Sets the database's clock as readers see it. */
  const setReadersClock = (ahead: string) =>
    onCatalog(
      database.adminConnectionString,
      `CREATE OR REPLACE FUNCTION fake_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql
       AS $$ SELECT pg_catalog.clock_timestamp() + interval '${ahead}' $$`,
    );
  const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

  beforeEach(async () => {
    now = new Date();
    for (const statement of [
      'CREATE SCHEMA fake_clock',
      'GRANT USAGE ON SCHEMA fake_clock TO PUBLIC',
      // Unless named here, pg_catalog comes first.
      `DO $$ BEGIN EXECUTE format(
         'ALTER ROLE heliograph_reader IN DATABASE %I SET search_path = fake_clock, pg_catalog', current_database());
       END $$`,
    ]) {
      await onCatalog(database.adminConnectionString, statement);
    }
    await setReadersClock('2 hours');
  });

  it('hides scheduled signals again, without a change', async () => {
    await open();
    await put(signal(1, 'alpha'), signal(2, 'alpha', inOneHour()));
    expect(count('alpha')).toBe(2);
    await setReadersClock('0');
    await waitFor(() => count('alpha') === 1);
  });

  it("hides them although the log's times stay ahead", async () => {
    await setReadersClock('0');
    await open();
    await put(signal(1, 'alpha'));
    await onCatalog(database.adminConnectionString, `UPDATE catalog.change SET at = at + interval '2 hours'`);
    await put(signal(2, 'alpha'), signal(3, 'alpha', inOneHour()));
    expect(count('alpha')).toBe(2);
  });
});

it('has each signal of a large catalog once, loaded by two threads', async () => {
  const many = 20_500;
  await put(
    ...Array.from({ length: many }, (_, index) =>
      signal(index + 1, `alpha ${index % 2 ? 'odd' : 'even'} n${index}`),
    ),
  );
  await open();
  expect([count('alpha'), count('odd'), count('n0'), count(`n${many - 1}`)]).toEqual([many, many / 2, 1, 1]);
  expect([await gauge('rows'), await gauge('segments'), await gauge('failures_total')]).toEqual([many, 1, 0]);
  await put(signal(1, 'beta'));
  expect(count('alpha')).toBe(many - 1);
});

it('continues when its connections are cut', async () => {
  await put(signal(1, 'alpha'));
  await open();
  for (let id = 2; id < 5; id += 1) {
    await onCatalog(
      database.adminConnectionString,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'heliograph-search%'`,
    );
    await put(signal(id, 'alpha'));
    await waitFor(() => count('alpha') === id);
  }
  expect(await gauge('failures_total')).toBeGreaterThan(0);
});

it('answers nothing once the catalog was rewound, until it has reloaded everything', async () => {
  await put(signal(1, 'alpha'));
  await put(signal(2, 'alpha'));
  await open();
  await onCatalog(catalog, 'DELETE FROM catalog.signal WHERE id = 2');
  await onCatalog(catalog, 'DELETE FROM catalog.signal_document WHERE id = 2');
  const pool = new Pool({ connectionString: database.adminConnectionString, max: 2 });
  const documents = await holdLocks(pool, 'LOCK TABLE catalog.signal_document IN ACCESS EXCLUSIVE MODE');
  await onCatalog(catalog, 'UPDATE catalog.state SET version = version - 1');
  await documents.untilAnotherWaits();
  expect(() => corpus.snapshot()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  await documents.rollback();
  await waitFor(() => count('alpha') === 1);
  await pool.end();
});

it('merges the segments that many changes leave', async () => {
  await open();
  for (let id = 1; id <= 25; id += 1) await put(signal(id, `alpha number${id % 5}`));
  await waitFor(async () => (await gauge('segments')) <= 6);
  expect([count('alpha'), count('number3')]).toEqual([25, 5]);
  expect(await gauge('rows')).toBe(25);
});

it('no longer holds up writers after it was closed, and refuses to answer', async () => {
  await put(signal(1, 'alpha'));
  await open();
  await corpus.close();
  expect(() => corpus.snapshot()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  const started = performance.now();
  await put(signal(2, 'alpha'));
  expect(performance.now() - started).toBeLessThan(8_000);
});
