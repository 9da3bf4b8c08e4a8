import { embedding } from '@heliograph/proto';
import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import { createVectorIndex } from '@heliograph/vector-index';
import { Admission } from './admission/admission';
import { cheapConnections } from './admission/lanes';
import { AdmissionMetrics } from './admission/metrics';
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
  const connection = {
    connectionString: config.databaseUrl,
    applicationName: 'heliograph-search',
    statementTimeoutMs: config.statementTimeoutMs,
  };
  const pool =
    overrides.pool ?? createPool({ ...connection, max: cheapConnections(config) }, logger, metrics);
  const dearPool = createPool({ ...connection, max: config.dearConnections }, logger);
  const now = overrides.now ?? (() => new Date());
  const searchMetrics = new SearchMetrics(metrics);
  const admissionMetrics = new AdmissionMetrics(metrics);
  const admission = new Admission(config, admissionMetrics);
  const store = new SearchStore(
    { cheap: pool, dear: dearPool },
    {
      now,
      onAnswered: searchMetrics.answered,
      admit: admission,
      onCancelled: admissionMetrics.statementCancelled,
    },
  );
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
  const { maximumCountCost } = config;
  const context: Context = {
    ...{ logger, metrics, pool, store, collections, semantic },
    ...{ admission, admissionMetrics, maximumCountCost },
  };
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
    release: () => Promise.all([embeddings?.close(), index?.close(), pool.end(), dearPool.end()]),
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
