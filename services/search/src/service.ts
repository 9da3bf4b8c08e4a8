import { embedding } from '@heliograph/proto';
import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import { createVectorIndex } from '@heliograph/vector-index';
import { Admission } from './admission/admission';
import { AdmissionMetrics } from './admission/metrics';
import { MAXIMUM_WAITING, WaitingFeeds } from './changes/waiting-feeds';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { searchMemory } from './engine/search-memory';
import type { SearchBackendParts } from './engine/search-backend';
import { SearchMetrics } from './metrics';
import { searchOpenSearch } from './opensearch/search-opensearch';
import { serveSearch } from './rpc/search-rpc';
import { refreshRegularly } from './storage/refresh-regularly';
import type { EmbeddingClient } from './semantic/embed-query';
import { SemanticSearch } from './semantic/semantic-search';
import { CollectionStore } from './storage/collection-store';
import { createTestContext } from './test-corpus/create-test-context';

/** Calls of a stream that do not wait for changes; admission bounds their cost. */
const MAXIMUM_ACTIVE_CALLS = 2_048;

/** Required, but never used: every call sets its own. */
const EMBEDDING_TIMEOUT_MS = 5_000;

/** The whole search service; opens nothing before `start`. */
export function createSearchService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'search', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('search');
  const { databaseUrl: connectionString, databaseConnections: max, statementTimeoutMs } = config;
  const pool =
    overrides.pool ??
    createPool(
      { connectionString, applicationName: 'heliograph-search', statementTimeoutMs, max },
      logger,
      registry,
    );
  const now = overrides.now ?? (() => new Date());
  const searchMetrics = new SearchMetrics(registry);
  const admissionMetrics = new AdmissionMetrics(registry);
  const admission = new Admission(config, admissionMetrics);
  const feeds = new WaitingFeeds(now);
  // Separate, because versions of the test corpus are unrelated to the catalog's.
  const testFeeds = new WaitingFeeds(now);
  const waiting = () => feeds.size + testFeeds.size;
  searchMetrics.watchFeeds(waiting);
  const parts: SearchBackendParts = {
    config,
    logger,
    registry,
    pool,
    admission,
    feeds,
    now,
    metrics: searchMetrics,
  };
  const backend = config.signalIndex ? searchOpenSearch(config.signalIndex, parts) : searchMemory(parts);
  const { engine, changes } = backend;
  const collections = new CollectionStore(pool);
  const embeddings = overrides.embeddings ?? connectEmbeddings(config);
  const index =
    overrides.vectorIndex ??
    (config.vectorIndex &&
      createVectorIndex(config.vectorIndex, {
        caller: 'search',
        credentials: config.credentials,
        logger,
        metrics: registry,
      }));
  const semantic = new SemanticSearch({
    embeddings,
    index,
    engine,
    collections,
    metrics: searchMetrics,
    now: backend.now,
  });
  const { maximumCountCostMs } = config;
  const context: Context = {
    logger,
    registry,
    pool,
    engine,
    changes,
    collections,
    semantic,
    semanticParts: { embeddings, index, collections },
    admission,
    admissionMetrics,
    maximumCountCostMs,
  };
  const testContext = createTestContext({
    admission,
    admissionMetrics,
    maximumCountCostMs,
    embeddings,
    metrics: searchMetrics,
    now,
    feeds: testFeeds,
  });
  return new RpcService({
    name: 'search',
    settings: config,
    logger,
    metrics: registry,
    // Keyword search needs only the corpus, so nothing else makes the service unready.
    checkReady: async () => backend.requireReady(),
    prepare: async (cleanup) => {
      // An unreachable database fails the start immediately, with its reason.
      await pool.query('SELECT FROM catalog.reader LIMIT 0');
      cleanup.add('corpus', () => backend.close());
      await backend.start();
      cleanup.add('collections', refreshRegularly(context, config.collectionsIntervalMs));
    },
    maximumInFlight: MAXIMUM_WAITING + MAXIMUM_ACTIVE_CALLS,
    waiting,
    stopWaiting: () => {
      feeds.close();
      testFeeds.close();
    },
    serve: (server) => serveSearch(server, context, testContext),
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
