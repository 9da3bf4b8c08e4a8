import { embedding } from '@heliograph/proto';
import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import { createVectorIndex } from '@heliograph/vector-index';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { SearchMetrics } from './metrics';
import { serveSearch } from './rpc/search-rpc';
import type { EmbeddingClient } from './semantic/embed-query';
import { SemanticSearch } from './semantic/semantic-search';
import { CollectionStore } from './storage/collection-store';
import { refreshRegularly } from './storage/refresh-regularly';
import { SearchStore } from './storage/search-store';

/** Every call names its own; this is for none. */
const EMBEDDING_TIMEOUT_MS = 5_000;

/** Search as a whole; opens nothing before `start`. */
export function createSearchService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'search', level: config.logLevel });
  const metrics = overrides.metrics ?? createMetrics('search');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-search',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      metrics,
    );
  const now = overrides.now ?? (() => new Date());
  const searchMetrics = new SearchMetrics(metrics);
  const store = new SearchStore(pool, { now, onAnswered: searchMetrics.answered });
  const collections = new CollectionStore(pool);
  const embeddings = overrides.embeddings ?? connectEmbeddings(config);
  const index =
    overrides.vectorIndex ??
    (config.vectorIndex &&
      createVectorIndex(config.vectorIndex, {
        caller: 'search',
        credentials: config.credentials,
        logger,
        metrics,
      }));
  const semantic = new SemanticSearch({ embeddings, index, store, collections, metrics: searchMetrics, now });
  const context: Context = { logger, metrics, pool, store, collections, semantic };
  return new RpcService({
    name: 'search',
    settings: config,
    logger,
    metrics,
    // Keyword search needs the database alone, so nothing else makes the service unready.
    checkReady: () => pool.query('SELECT FROM catalog.state'),
    prepare: async (cleanup) => {
      await store.refreshStatistics();
      const stop = refreshRegularly(context, config.statisticsIntervalMs);
      cleanup.add('statistics', stop);
    },
    serve: (server) => serveSearch(server, context),
    release: () => Promise.all([embeddings?.close(), index?.close(), pool.end()]),
  });
}

function connectEmbeddings({ embeddingAddress, credentials }: Config): EmbeddingClient | undefined {
  if (embeddingAddress === undefined) return undefined;
  return createRpcClient(embedding.EmbeddingServiceService, {
    address: embeddingAddress,
    caller: 'search',
    credentials,
    defaultTimeoutMs: EMBEDDING_TIMEOUT_MS,
    multiplexed: true,
  });
}
