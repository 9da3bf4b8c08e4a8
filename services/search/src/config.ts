import {
  callerCredentials,
  callerVariables,
  databaseUrl,
  integerSetting,
  ConfigError,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
  serviceAddress,
} from '@heliograph/runtime';
import { vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { signalIndexSettings, signalIndexVariables } from '@heliograph/signal-index';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(2),
  ...callerVariables,
  ...vectorIndexVariables,
  ...signalIndexVariables,
  SEARCH_ENGINE: z.enum(['memory', 'opensearch']).default('memory'),
  ENGINE_SEARCHES: integerSetting(1, 1024).default(32),
  CATALOG_READ_URL: databaseUrl.optional(),
  EMBEDDING_ADDRESS: serviceAddress.optional(),
  SEMANTIC_SEARCHES: integerSetting(1, 256).default(8),
  MAXIMUM_COUNT_COST_MS: integerSetting(10, 600_000).default(5_000),
  COLLECTIONS_INTERVAL_MS: integerSetting(100, 600_000).default(5_000),
});

/** Its variables, for what hands them out. */
export const variables = schema.shape;

/** Search's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  const hasVectorIndex = settings.QDRANT_URL !== undefined || settings.VECTORS_ADDRESS !== undefined;
  if (settings.SEARCH_ENGINE === 'opensearch' && settings.OPENSEARCH_URL === undefined) {
    throw new ConfigError(['OPENSEARCH_URL is required with SEARCH_ENGINE=opensearch']);
  }
  return {
    ...rpcServiceSettings(settings),
    credentials: callerCredentials(settings),
    catalogReadUrl: settings.CATALOG_READ_URL ?? settings.DATABASE_URL,
    // Without these two there is keyword search, and semantic search says what is missing.
    embeddingAddress: settings.EMBEDDING_ADDRESS,
    vectorIndex: hasVectorIndex ? vectorIndexSettings(settings) : undefined,
    // The read model in memory without it.
    signalIndex: settings.SEARCH_ENGINE === 'opensearch' ? signalIndexSettings(settings) : undefined,
    engineSearches: settings.ENGINE_SEARCHES,
    semanticSearches: settings.SEMANTIC_SEARCHES,
    maximumCountCostMs: settings.MAXIMUM_COUNT_COST_MS,
    collectionsIntervalMs: settings.COLLECTIONS_INTERVAL_MS,
  };
}
