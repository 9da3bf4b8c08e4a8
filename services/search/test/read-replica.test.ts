import { catalogVersion, migrateCatalog, waitForReaders, writeCorpus } from '@heliograph/catalog';
import { bootstrapDatabase, createPool, roleConnectionString, type DatabaseRole } from '@heliograph/postgres';
import { countMatches, dayOf, readQuery, type Slices } from '@heliograph/read-model';
import { createLogger, createMetrics } from '@heliograph/runtime';
import { ReplicatedDatabase, waitFor } from '@heliograph/testing';
import { LiveCorpus } from '../src/read-model/live-corpus';
import { ReadModelMetrics } from '../src/read-model/metrics';
import { importSignals, onCatalog } from './support/corpus';

const PASSWORD = 'of-this-test';
const logger = createLogger({ service: 'test', level: 'silent' });
const company = { slug: 'acme', name: 'Acme' };
const signal = (id: number) => ({
  id: String(id),
  title: 'alpha',
  publishedAt: '2026-11-01T00:00:00Z',
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});
let database: ReplicatedDatabase;
let corpus: LiveCorpus;
let catalog: string;

beforeAll(async () => {
  database = await ReplicatedDatabase.start();
  const { ports } = database;
  await bootstrapDatabase({
    adminConnectionString: database.connectionString([ports.primary]),
    rolePassword: () => PASSWORD,
  });
  catalog = as('catalog', ports.primary);
  await migrateCatalog(catalog, logger);
  await importSignals(catalog, [company], [signal(1)]);
  corpus = new LiveCorpus({
    databaseUrl: as('reader', ports.primary),
    catalogReadUrl: as('reader', ports.standby),
    logger,
    metrics: new ReadModelMetrics(createMetrics('test')),
    now: () => new Date('2026-11-21T12:00:00Z'),
  });
  await corpus.start();
});

afterAll(async () => {
  await corpus.close();
  await database.stop();
});

const as = (role: DatabaseRole, port: number) =>
  roleConnectionString(database.connectionString([port]), role, PASSWORD);

function count(): number {
  const slices: Slices<number> = countMatches(
    readQuery({ q: 'alpha' }, dayOf('2026-11-21')),
    corpus.snapshot(),
  );
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Without waiting for readers. */
const write = (id: number) => writeCorpus(catalog, [], [signal(id)]);

it('has an import when it returns, as from the primary', async () => {
  expect(count()).toBe(1);
  await importSignals(catalog, [company], [signal(2)]);
  expect(count()).toBe(2);
});

it('knows its lag when the replica stalls, and catches up', async () => {
  const standby = database.connectionString([database.ports.standby]);
  await onCatalog(standby, 'SELECT pg_wal_replay_pause()');
  await waitFor(async () => {
    const [row] = await onCatalog<{ state: string }>(
      standby,
      'SELECT pg_get_wal_replay_pause_state() AS state',
    );
    return row!.state === 'paused';
  });
  await write(3);
  const pool = createPool({ connectionString: catalog, applicationName: 'test', max: 1 }, logger);
  const lagging = await waitForReaders(pool, await catalogVersion(pool), { timeoutMs: 200 });
  await pool.end();
  expect(lagging).toHaveLength(1);
  // At rest, the lag stays below 1.3 s.
  await waitFor(() => corpus.lagMs > 3_000);
  expect(count()).toBe(2);
  await onCatalog(standby, 'SELECT pg_wal_replay_resume()');
  await waitFor(() => count() === 3 && corpus.lagMs < 2_000);
});
