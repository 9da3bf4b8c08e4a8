import { DeadLetterBox, DeadLetterPositions, SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { CollectionLoop } from './collections/collection-loop';
import { Progress } from './collections/progress';
import type { Config } from './config';
import { createConnections } from './connections';
import { SignalConsumer } from './consumer/signal-consumer';
import type { Context, Overrides } from './context';
import { createDuties } from './duties';
import { Limiter } from './indexing/limiter';
import { SignalIndexing } from './indexing/signal-indexing';
import { TextEmbedder } from './indexing/text-embedder';
import { Withdrawer } from './indexing/withdrawer';
import { Leader } from './leader/leader';
import { CatalogSession } from './leader/catalog-session';
import { IndexerMetrics } from './metrics';
import { Blockers } from './blockers';
import { CatalogReader } from './storage/catalog-reader';
import { CollectionStore } from './storage/collection-store';
import { RepairStore } from './storage/repair-store';
import { VectorStore } from './storage/vector-store';

/** The consumer group that shares the embedding. */
export const INDEXER_GROUP = 'indexer';

/** Builds what the indexer depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const connections = createConnections(config, overrides);
  const { logger, registry, pool, reportPool, log, topics, publisher, embeddingClient, index } = connections;
  const metrics = new IndexerMetrics(registry);

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
  // In this order, so that changes published in between show up in the log.
  const lag = async () => (await feedLag()) + (await consumerLag());

  const parts = {
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
    lag,
  };
  const { databaseUrl: connectionString, statementTimeoutMs } = config;
  const leader = new Leader({
    openSession: () => CatalogSession.open({ connectionString, statementTimeoutMs, logger }),
    duties: createDuties(config, connections, { ...parts, catalog, store, indexing, withdrawer }),
    pollIntervalMs: config.feed.pollIntervalMs,
    logger,
    onLeads: (isLeader) => {
      metrics.leads(isLeader);
      blockers.leads(isLeader);
    },
  });

  metrics.watch(
    {
      consumerLag,
      feedLag,
      deadLetters: () => deadLetters.waiting(),
      comparison: () => repairs.lastComparison(),
      blockers,
    },
    (error) => logger.warn({ err: error }, 'could not collect metrics'),
  );
  return { ...parts, consumer, leader, release: connections.close };
}
