import { createEventLog, PreparedTopics, SharedPublisher, signalTopics } from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { embedding } from '@heliograph/proto';
import { createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import { SignalIndex } from '@heliograph/signal-index';
import { createVectorIndex } from '@heliograph/vector-index';
import type { Config } from './config';
import type { Overrides } from './context';

/** Concurrent reports: a count, a comparison. */
const REPORT_CONNECTIONS = 3;
/** Far longer than any report takes: bounds the wait for a server that vanished. */
const REPORT_TIMEOUT_MS = 300_000;
const EMBEDDING_TIMEOUT_MS = 60_000;

export type Connections = ReturnType<typeof createConnections>;

/** The clients of everything the indexer talks to; opens no connections yet. */
export function createConnections(config: Config, overrides: Overrides) {
  const logger = overrides.logger ?? createLogger({ service: 'indexer', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('indexer');
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
    {
      connectionString,
      applicationName: 'heliograph-indexer-reports',
      max: REPORT_CONNECTIONS,
      statementTimeoutMs: REPORT_TIMEOUT_MS,
    },
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
  const signalIndex = config.signalIndex && new SignalIndex(config.signalIndex);
  return {
    logger,
    registry,
    pool,
    reportPool,
    log,
    topics,
    publisher,
    embeddingClient,
    index,
    signalIndex,
    close: async () => {
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
