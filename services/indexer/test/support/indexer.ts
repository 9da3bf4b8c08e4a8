import { withdrawSignals, writeCorpus, type CompanyRecord, type SignalRecord } from '@heliograph/catalog';
import {
  createEventLog,
  signalTopics,
  SIGNALS_PUBLISHED_TOPIC,
  type EventLog,
  type EventMessage,
  type EventPublisher,
} from '@heliograph/event-log';
import { indexer, type vectors } from '@heliograph/proto';
import { createRpcClient, type RpcClient, type RpcService } from '@heliograph/runtime';
import {
  freeAddress,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool, type QueryResultRow } from 'pg';
import { loadConfig } from '../../src/config';
import type { Overrides } from '../../src/context';
import { createIndexerService } from '../../src/service';
import { FakeEmbedding } from './fake-embedding';
import { FakeVectors } from './fake-vectors';
import { silent } from './server';

export { silent } from './server';

export type IndexerClient = RpcClient<typeof indexer.IndexerServiceService>;

export const call = { requestId: 'test-request' };
export const waitOptions = { timeoutMs: 45_000 };

/** Variables that locate the event log: a Kafka broker's, or by default tables in the test's database. */
type LogVariables = (database: TestDatabase) => Record<string, string>;

const inDatabase: LogVariables = (database) => ({ EVENT_LOG_URL: database.connectionString('events') });

/** A catalog, an event log, an embedding service, and a vector index, for any number of indexers. */
export interface TestFixture {
  database: TestDatabase;
  embedding: FakeEmbedding;
  vectors: FakeVectors;
  log: EventLog;
  /** As the superuser: reads the tables, and does what no program does. */
  pool: Pool;
  rows<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  importSignals(signals: readonly SignalRecord[], company?: Partial<CompanyRecord>): Promise<void>;
  withdraw(...ids: string[]): Promise<void>;
  publish(messages: readonly EventMessage[]): Promise<void>;
  /** Starts an indexer in this process. */
  startService(settings?: Record<string, string>, overrides?: Overrides): Promise<RpcService>;
  /** Starts an indexer in its own process. */
  startProcess(settings?: Record<string, string>): Promise<ServiceProcess>;
  connect(address: string, caller?: string): IndexerClient;
  /** Variables that every indexer here needs, with a new address each time. */
  variables(): Record<string, string>;
  /** Points in the current model's collection, by id. */
  points(): Map<string, vectors.Point>;
  /** Whether index, table, and catalog hold the same signals in the same versions. */
  isEqual(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startFixture(logVariables: LogVariables = inDatabase): Promise<TestFixture> {
  const closers: (() => Promise<unknown>)[] = [];
  const database = await startTestDatabase();
  closers.push(() => database.stop());
  const [embedding, index] = [new FakeEmbedding(), new FakeVectors()];
  await Promise.all([embedding.start(), index.start()]);
  closers.push(
    () => embedding.stop(),
    () => index.stop(),
  );
  const variables = () => ({
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: database.connectionString('indexer'),
    EMBEDDING_ADDRESS: embedding.address,
    VECTORS_ADDRESS: index.address,
    ...testCallerVariables,
    EVENT_TOPIC_PARTITIONS: '4',
    FEED_INTERVAL_MS: '20',
    MODEL_INTERVAL_MS: '100',
    PROGRESS_INTERVAL_MS: '20',
    ...logVariables(database),
  });
  const config = loadConfig(variables());
  const log = createEventLog(config.eventLog, { clientId: 'indexer-test', logger: silent });
  closers.push(() => log.close());
  await log.prepare(signalTopics(config.topicPartitions));
  let publisher: EventPublisher | undefined;
  const pool = new Pool({ connectionString: database.adminConnectionString, max: 4 });
  pool.on('error', () => undefined);
  closers.push(() => pool.end());
  const catalogPool = new Pool({ connectionString: database.connectionString('catalog'), max: 1 });
  catalogPool.on('error', () => undefined);
  closers.push(() => catalogPool.end());
  const rows = async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
  const collection = () => `signals-${embedding.model.identity}`;
  const versionsOf = (list: readonly { id: string; version: string | bigint }[]) =>
    JSON.stringify(list.map(({ id, version }) => [id, String(version)]));
  const fixture: TestFixture = {
    database,
    embedding,
    vectors: index,
    log,
    pool,
    rows,
    importSignals: async (signals, company) => {
      await writeCorpus(
        database.connectionString('catalog'),
        [{ slug: 'acme', name: 'Acme', ...company }],
        signals,
      );
    },
    withdraw: async (...ids) => {
      await withdrawSignals(catalogPool, ids);
    },
    publish: async (messages) => {
      publisher ??= await log.createPublisher();
      await publisher.publish(SIGNALS_PUBLISHED_TOPIC, messages);
    },
    startService: async (settings = {}, overrides = {}) => {
      const service = createIndexerService(loadConfig({ ...variables(), ...settings }), {
        logger: silent,
        ...overrides,
      });
      closers.push(() => service.destroy());
      await service.start();
      return service;
    },
    startProcess: async (settings = {}) => {
      const started = await startServiceProcess('indexer', { ...variables(), ...settings });
      closers.push(() => started.kill());
      return started;
    },
    connect: (address, caller = 'admin') => {
      const client = createRpcClient(indexer.IndexerServiceService, {
        address,
        caller,
        credentials: testCredentials,
        defaultTimeoutMs: 20_000,
      });
      closers.push(() => client.close());
      return client;
    },
    variables,
    points: () =>
      new Map(
        index.collections.has(collection())
          ? index.points(collection()).map((point) => [point.id, point])
          : [],
      ),
    isEqual: async () => {
      const [inCatalog, stored] = await Promise.all([
        rows<{ id: string; version: string }>('SELECT id, version FROM catalog.signal_document ORDER BY id'),
        rows<{ id: string; version: string }>(
          `SELECT id, version FROM indexer.signal JOIN indexer.collection USING (collection_id) JOIN indexer.vector USING (collection_id, id)
           WHERE name = $1 AND state = 'embedded' AND indexed_version = version AND indexed_epoch = epoch ORDER BY id`,
          [collection()],
        ),
      ]);
      const wanted = versionsOf(inCatalog);
      return versionsOf(stored) === wanted && versionsOf(index.points(collection())) === wanted;
    },
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
  return fixture;
}

/** A fixture with one indexer. */
export interface TestIndexer extends TestFixture {
  service: RpcService;
  client: IndexerClient;
  status(): Promise<indexer.IndexStatus>;
  /** Waits until every signal is in the index in its current version, nothing is in flight, and searches may use it. */
  settle(): Promise<void>;
}

export async function startTestIndexer(settings: Record<string, string> = {}): Promise<TestIndexer> {
  const fixture = await startFixture();
  const service = await fixture.startService(settings);
  return withClient(fixture, service);
}

export function withClient(fixture: TestFixture, service: RpcService): TestIndexer {
  const client = fixture.connect(service.address);
  const status = () => client.getStatus({}, call);
  return {
    ...fixture,
    service,
    client,
    status,
    settle: async () => {
      await waitFor(async () => isSettled(await status()), waitOptions);
    },
  };
}

export function isSettled({ lag, remaining, complete, repairing }: indexer.IndexStatus): boolean {
  return lag === 0n && remaining === 0n && complete && !repairing;
}

/** A signal published yesterday; override what matters. */
export function signalOf(id: number | string, overrides: Partial<SignalRecord> = {}): SignalRecord {
  return {
    id: String(id),
    title: `Title of ${id}`,
    category: 'funding',
    companySlug: 'acme',
    activityDate: '2026-11-20',
    publishedAt: '2026-11-20T09:30:00Z',
    ...overrides,
  };
}

export const signalsOf = (from: number, to: number): SignalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => signalOf(from + index));

/** A metric's value; 0 while it has none. */
export async function metricOf(service: RpcService, name: string, label = ''): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
  const line = (await metrics.text())
    .split('\n')
    .find((text) => text.startsWith(`heliograph_indexer_${name}{`) && text.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
}
