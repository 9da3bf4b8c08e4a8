import {
  createEventLog,
  DeadLetterBox,
  DeadLetterPositions,
  PreparedTopics,
  SharedPublisher,
  SIGNALS_PUBLISHED_TOPIC,
  signalTopics,
} from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { embedding } from '@heliograph/proto';
import { createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import { SignalIndex } from '@heliograph/signal-index';
import { createVectorIndex } from '@heliograph/vector-index';
import { CollectionLoop } from './collections/collection-loop';
import { Progress } from './collections/progress';
import { ProgressLoop } from './collections/progress-loop';
import type { Config } from './config';
import { SignalConsumer } from './consumer/signal-consumer';
import type { Context, Overrides } from './context';
import { Feed } from './feed/feed';
import { Limiter } from './indexing/limiter';
import { SignalIndexing } from './indexing/signal-indexing';
import { TextEmbedder } from './indexing/text-embedder';
import { Withdrawer } from './indexing/withdrawer';
import { Leader } from './leader/leader';
import { CatalogSession } from './leader/catalog-session';
import { IndexerMetrics } from './metrics';
import { Blockers } from './blockers';
import { PublicationLoop } from './publication/publication-loop';
import { RepairLoop } from './repair/repair-loop';
import { IndexFeed } from './signal-index/index-feed';
import { CatalogReader } from './storage/catalog-reader';
import { CollectionStore } from './storage/collection-store';
import { RepairStore } from './storage/repair-store';
import { VectorStore } from './storage/vector-store';

/** The group that shares the embedding. */
export const INDEXER_GROUP = 'indexer';

/** Concurrent reports: a count, a comparison. */
const REPORT_CONNECTIONS = 3;
const EMBEDDING_TIMEOUT_MS = 60_000;

/** Builds what the indexer depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'indexer', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('indexer');
  const metrics = new IndexerMetrics(registry);
  const { databaseUrl: connectionString, statementTimeoutMs } = config;
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString,
        applicationName: 'heliograph-indexer',
        max: config.databaseConnections,
        statementTimeoutMs,
      },
      logger,
      registry,
    );
  const reportPool = createPool(
    { connectionString, applicationName: 'heliograph-indexer-reports', max: REPORT_CONNECTIONS },
    logger,
  );
  const log = createEventLog(config.eventLog, { clientId: 'heliograph-indexer', logger, metrics: registry });
  const topics = new PreparedTopics(log, signalTopics(config.topicPartitions), logger);
  const publisher = new SharedPublisher(log, topics);
  const embeddingClient = createRpcClient(embedding.EmbeddingServiceService, {
    address: config.embeddingAddress,
    caller: 'indexer',
    credentials: config.credentials,
    defaultTimeoutMs: EMBEDDING_TIMEOUT_MS,
  });
  const index = createVectorIndex(config.vectorIndex, {
    caller: 'indexer',
    credentials: config.credentials,
    logger,
    metrics: registry,
  });

  const blockers = new Blockers(logger, metrics);
  const store = new VectorStore(pool);
  const catalog = new CatalogReader(pool);
  const reports = new CatalogReader(reportPool);
  const repairs = new RepairStore(pool);
  const collectionStore = new CollectionStore(pool, reportPool);
  const collections = new CollectionLoop({
    embedding: embeddingClient,
    index,
    store: collectionStore,
    blockers,
    logger,
    intervalMs: config.modelIntervalMs,
  });
  const progress = new Progress(collectionStore, config.progressIntervalMs);
  const deadLetters = new DeadLetterBox({
    topic: SIGNALS_PUBLISHED_TOPIC,
    log,
    publish: (topic, messages) => publisher.publish(topic, messages),
    positions: new DeadLetterPositions(pool, 'indexer'),
    clock: Date.now,
  });
  const withdrawer = new Withdrawer({ store, collections: collectionStore, index, blockers });
  const indexing = new SignalIndexing({
    store,
    index,
    embedder: new TextEmbedder(embeddingClient),
    withdrawer,
    embeddingCalls: new Limiter(config.embeddingCalls),
    blockers,
    metrics,
  });
  const consumer = new SignalConsumer({
    collections,
    indexing,
    withdrawer,
    addDeadLetters: (rejected) => deadLetters.add(rejected),
    metrics,
  });

  const feedLag = () => catalog.countUnpublished();
  const consumerLag = () => log.lag(SIGNALS_PUBLISHED_TOPIC, INDEXER_GROUP);
  // In this order: what is published in between shows up in the log.
  const lag = async () => (await feedLag()) + (await consumerLag());

  const feed = new Feed({
    ...config.feed,
    publish: (topic, messages) => publisher.publish(topic, messages),
    onWithdrawn: (withdrawals) => withdrawer.withdraw(withdrawals),
    blockers,
    metrics,
  });
  const repairLoop = new RepairLoop({
    store: repairs,
    collections,
    repair: {
      index,
      catalog: reports,
      blockers,
      store,
      indexing,
      lag,
      addDeadLetters: (rejected) => deadLetters.add(rejected),
    },
    intervalMs: config.repairIntervalMs,
    logger,
  });
  const progressLoop = new ProgressLoop({
    collections,
    progress,
    store: collectionStore,
    catalog,
    index,
    indexing,
    blockers,
    graceMs: config.collectionGraceMs,
    logger,
  });
  const publicationLoop = new PublicationLoop({ pool, metrics, logger });
  const signalIndex = config.signalIndex && new SignalIndex(config.signalIndex);
  const indexFeed =
    signalIndex &&
    new IndexFeed({
      index: signalIndex,
      connectionString,
      repairIntervalMs: config.repairIntervalMs,
      blockers,
      metrics,
      logger,
    });
  const leader = new Leader({
    openSession: () => CatalogSession.open({ connectionString, statementTimeoutMs, logger }),
    duties: [
      (session, signal) => feed.run(session, signal),
      (_session, signal) => publicationLoop.run(signal),
      (_session, signal) => repairLoop.run(signal),
      (_session, signal) => progressLoop.run(signal),
      ...(indexFeed ? [(_session: CatalogSession, signal: AbortSignal) => indexFeed.run(signal)] : []),
    ],
    pollIntervalMs: config.feed.pollIntervalMs,
    logger,
    onLeads: (isLeader) => metrics.leads(isLeader),
  });

  metrics.watch(
    {
      consumerLag,
      feedLag,
      deadLetters: () => deadLetters.waiting(),
      comparison: () => repairs.lastComparison(),
      blockers,
    },
    (error) => logger.warn({ err: error }, 'the indexer could not be measured'),
  );
  return {
    logger,
    registry,
    metrics,
    pool,
    log,
    topics,
    index,
    reports,
    collectionStore,
    repairs,
    collections,
    progress,
    blockers,
    deadLetters,
    consumer,
    leader,
    lag,
    release: async () => {
      await publisher.close();
      await topics.close();
      await log.close();
      await index.close();
      await signalIndex?.close();
      await embeddingClient.close();
      await reportPool.end();
      await pool.end();
    },
  };
}
