import { createLogger, createMetrics, type Metrics } from '@heliograph/runtime';
import { withdrawSignals } from '@heliograph/catalog';
import { countMatches, dayOf, findPage, idOf, readQuery } from '@heliograph/read-model';
import { startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { CHECKPOINT_NAME } from '../src/checkpoint/checkpoint';
import { CheckpointMetrics } from '../src/checkpoint/metrics';
import { LiveCorpus } from '../src/read-model/live-corpus';
import { ReadModelMetrics } from '../src/read-model/metrics';
import type { PlainSignal } from './support/brute-force';
import { run } from './support/changed-corpus';
import { importSignals, onCatalog } from './support/corpus';

const company = { slug: 'acme', name: 'Acme' };
const logger = createLogger({ service: 'test', level: 'silent' });
const TODAY = dayOf('2126-11-21');

let database: TestDatabase;
let catalog: string;
let directory: string;
let now: Date;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  now = new Date('2126-11-21T12:00:00Z');
  database = await startTestDatabase();
  catalog = database.connectionString('catalog');
  directory = await mkdtemp(join(tmpdir(), 'checkpoint-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A search process's corpus, with a checkpoint as soon as there is none, and after each change. */
class Process {
  private constructor(
    readonly corpus: LiveCorpus,
    private readonly metrics: Metrics,
  ) {}

  static async start({ at = database, writes = true, into = directory } = {}): Promise<Process> {
    const metrics = createMetrics('test');
    const corpus = new LiveCorpus({
      databaseUrl: at.connectionString('reader'),
      catalogReadUrl: at.connectionString('reader'),
      checkpoint: {
        directory: into,
        mostBytes: 2 ** 30,
        intervalMs: writes ? 50 : 3_600_000,
        metrics: new CheckpointMetrics(metrics),
      },
      logger,
      metrics: new ReadModelMetrics(metrics),
      now: () => now,
    });
    closers.push(() => corpus.close());
    await corpus.start();
    await waitFor(() => isReady(corpus), { timeoutMs: 60_000 });
    return new Process(corpus, metrics);
  }

  ids(q: string): string[] {
    const query = readQuery({ q }, TODAY);
    const { found } = run(findPage(query, { limit: 50, page: 1 }, this.corpus.snapshot()));
    expect(run(countMatches(query, this.corpus.snapshot()))).toBe(found.length);
    return found.map(idOf).sort();
  }

  async metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
    const { values } = await this.metrics.registry
      .getSingleMetric(`heliograph_search_checkpoint_${name}`)!
      .get();
    return values.find((each) =>
      Object.entries(labels).every(([label, value]) => each.labels[label] === value),
    )?.value;
  }

  /** The only reason for which a checkpoint was refused; `none` if it was used. */
  async refusal(): Promise<string | undefined> {
    if ((await this.metric('load_seconds'))! > 0) return 'none';
    const { values } = await this.metrics.registry
      .getSingleMetric('heliograph_search_checkpoint_refused_total')!
      .get();
    return values
      .filter(({ value }) => value > 0)
      .map(({ labels }) => String(labels.reason))
      .join();
  }

  written = () => waitFor(async () => (await this.metric('writes_total', { outcome: 'written' }))! > 0);
}

function isReady(corpus: LiveCorpus): boolean {
  try {
    corpus.requireReady();
    return true;
  } catch {
    return false;
  }
}

const signal = (id: number, title: string, publishedAt = '2026-11-01T00:00:00Z'): PlainSignal => ({
  id: String(id),
  title,
  publishedAt,
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});
const put = (...signals: PlainSignal[]) => importSignals(catalog, [company], signals);

async function withdraw(...ids: string[]): Promise<void> {
  const pool = new Pool({ connectionString: catalog, max: 1 });
  await withdrawSignals(pool, ids).finally(() => pool.end());
}

/** Leaves the checkpoint of a process that has ended. */
async function leaveCheckpoint(): Promise<void> {
  const process = await Process.start();
  await process.written();
  await process.corpus.close();
}

it('continues from it with all that happened meanwhile', async () => {
  await put(signal(1, 'alpha'), signal(2, 'alpha'), signal(3, 'alpha'), signal(4, 'alpha'));
  await put(signal(5, 'alpha', '2126-11-21T12:00:01Z'), signal(6, 'alpha', '2126-11-22T00:00:00Z'));
  await leaveCheckpoint();
  await put(signal(2, 'beta'), signal(7, 'alpha'), signal(6, 'alpha', '2126-11-23T00:00:00Z'));
  await withdraw('3');
  await importSignals(catalog, [{ ...company, name: 'Renamed' }], []);
  now = new Date('2126-11-21T12:00:02Z');
  const process = await Process.start();
  expect(await process.refusal()).toBe('none');
  expect(process.ids('alpha')).toEqual(['1', '4', '5', '7']);
  expect(process.ids('beta')).toEqual(['2']);
  now = new Date('2126-11-22T12:00:00Z');
  expect(process.ids('alpha')).toEqual(['1', '4', '5', '7']);
  now = new Date('2126-11-23T00:00:00Z');
  expect(process.ids('alpha')).toEqual(['1', '4', '5', '6', '7']);
  await put(signal(8, 'alpha'));
  expect(process.ids('alpha')).toHaveLength(6);
});

it('loads everything when the directory has no checkpoint, or a damaged one, and writes one', async () => {
  await put(signal(1, 'alpha'));
  await leaveCheckpoint();
  await writeFile(join(directory, CHECKPOINT_NAME), 'something else');
  const process = await Process.start();
  expect(await process.refusal()).toBe('damaged');
  expect(process.ids('alpha')).toEqual(['1']);
  await process.written();
  await process.corpus.close();
  expect(await (await Process.start()).refusal()).toBe('none');
});

describe('in a restored database', () => {
  /** A copy of the current database. */
  async function backUp(): Promise<TestDatabase> {
    const name = `${new URL(catalog).pathname.slice(1)}_backup`;
    const url = new URL(database.adminConnectionString);
    await onCatalog(
      url.toString().replace(url.pathname, '/postgres'),
      `CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)} STRATEGY FILE_COPY`,
    );
    closers.unshift(() =>
      onCatalog(url.toString().replace(url.pathname, '/postgres'), `DROP DATABASE ${name} WITH (FORCE)`),
    );
    const at = (connectionString: string) => connectionString.replace(url.pathname, `/${name}`);
    await onCatalog(
      at(database.adminConnectionString),
      `GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO PUBLIC`,
    );
    return { ...database, connectionString: (role) => at(database.connectionString(role)) };
  }

  it('refuses a checkpoint of a version that the backup lacks, even after as many new versions', async () => {
    await put(signal(1, 'alpha'));
    const backup = await backUp();
    await put(signal(2, 'alpha'));
    await withdraw('1');
    await leaveCheckpoint();
    const version = async (at: TestDatabase) => {
      const [row] = await onCatalog<{ version: string }>(
        at.connectionString('catalog'),
        'SELECT version FROM catalog.state',
      );
      return Number(row!.version);
    };
    const seen = await version(database);
    const early = await Process.start({ at: backup, writes: false });
    expect([await early.refusal(), early.ids('alpha')]).toEqual(['other_catalog', ['1']]);
    await early.corpus.close();
    for (let id = 3; (await version(backup)) < seen; id++) {
      await importSignals(backup.connectionString('catalog'), [company], [signal(id, 'alpha')]);
    }
    const late = await Process.start({ at: backup, writes: false });
    expect(await version(backup)).toBe(seen);
    expect(await late.refusal()).toBe('other_catalog');
    expect(late.ids('alpha')).toEqual(expect.arrayContaining(['1', '3']));
    expect(late.ids('alpha')).not.toContain('2');
  });

  it('uses a checkpoint of a version that the backup has', async () => {
    await put(signal(1, 'alpha'));
    await leaveCheckpoint();
    const backup = await backUp();
    await put(signal(2, 'alpha'));
    await importSignals(backup.connectionString('catalog'), [company], [signal(3, 'alpha')]);
    const process = await Process.start({ at: backup, writes: false });
    expect([await process.refusal(), process.ids('alpha')]).toEqual(['none', ['1', '3']]);
  });
});

it.each([
  ['other_schema', `UPDATE catalog.schema_migration SET checksum = 'other' WHERE version = 1`],
  ['other_catalog', 'UPDATE catalog.history SET token = gen_random_uuid()'],
  ['incomplete', 'DELETE FROM catalog.signal WHERE id = 2'],
  ['incomplete', 'UPDATE catalog.signal SET ordinal = 77 WHERE id = 2'],
])('is refused as %s after %s', async (reason, statement) => {
  await put(signal(1, 'alpha'), signal(2, 'alpha'));
  await leaveCheckpoint();
  await onCatalog(database.adminConnectionString, statement);
  const process = await Process.start();
  expect(await process.refusal()).toBe(reason);
  expect(process.ids('alpha')).toContain('1');
});

it('is refused when too much has changed', async () => {
  await put(signal(1, 'alpha'));
  await leaveCheckpoint();
  await put(...Array.from({ length: 10_001 }, (_, index) => signal(index + 2, 'beta')));
  const process = await Process.start();
  expect([await process.refusal(), process.ids('alpha')]).toEqual(['too_old', ['1']]);
});

it('is rewritten only when much has changed', async () => {
  await put(...Array.from({ length: 40 }, (_, index) => signal(index + 1, `alpha${index}`)));
  const process = await Process.start();
  await process.written();
  const written = () => process.metric('writes_total', { outcome: 'written' });
  await put(signal(1, 'beta'));
  await put(signal(2, 'beta'));
  expect(await written()).toBe(1);
  await put(signal(3, 'beta'), signal(4, 'beta'));
  await waitFor(async () => (await written()) === 2);
});

it('two processes share a directory', async () => {
  await put(signal(1, 'alpha'));
  const processes = await Promise.all([Process.start(), Process.start()]);
  for (let id = 2; id < 12; id++) await put(signal(id, 'alpha'));
  await Promise.all(processes.map((each) => each.written()));
  await Promise.all(processes.map(({ corpus }) => corpus.close()));
  const third = await Process.start({ writes: false });
  expect([await third.refusal(), third.ids('alpha').length]).toEqual(['none', 11]);
});

it('still answers when no checkpoint can be written', async () => {
  await put(signal(1, 'alpha'));
  const file = join(directory, 'file');
  await writeFile(file, '');
  const process = await Process.start({ into: file });
  await waitFor(async () => (await process.metric('writes_total', { outcome: 'failed' }))! > 1);
  expect([await process.refusal(), process.ids('alpha')]).toEqual(['unreadable', ['1']]);
  expect(await readdir(directory)).toEqual(['file']);
});
