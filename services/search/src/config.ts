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
  SEARCH_ENGINE: z
    .enum(['memory', 'opensearch'])
    .default('memory')
    .describe('memory, or opensearch with OPENSEARCH_URL'),
  ENGINE_SEARCHES: integerSetting(1, 1024).default(32).describe('concurrent searches in OpenSearch'),
  CATALOG_READ_URL: databaseUrl
    .optional()
    .describe('a read replica for the catalog; DATABASE_URL unless given'),
  CHECKPOINT_DIRECTORY: z
    .string()
    .min(1)
    .optional()
    .describe('keeps the corpus for the next start; without it every start loads everything'),
  CHECKPOINT_DIRECTORY_MB: integerSetting(1, 1_048_576)
    .default(2_048)
    .describe('size limit of CHECKPOINT_DIRECTORY, which holds two checkpoints'),
  CHECKPOINT_INTERVAL_MS: integerSetting(100, 86_400_000)
    .default(600_000)
    .describe('minimum time between checkpoints'),
  EMBEDDING_ADDRESS: serviceAddress.optional().describe('gRPC address; without it no semantic search'),
  SEMANTIC_SEARCHES: integerSetting(1, 256).default(8).describe('concurrent semantic searches'),
  MAXIMUM_COUNT_COST_MS: integerSetting(10, 600_000)
    .default(5_000)
    .describe('counts expected to cost more are refused'),
  COLLECTIONS_INTERVAL_MS: integerSetting(100, 600_000)
    .default(5_000)
    .describe('between checks of vector collections'),
});

/** Its variables, for programs that pass them on. */
export const variables = schema.shape;

/** Search's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
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
    // Without a directory everything is loaded at each start.
    checkpoint:
      settings.CHECKPOINT_DIRECTORY === undefined
        ? undefined
        : {
            directory: settings.CHECKPOINT_DIRECTORY,
            mostBytes: settings.CHECKPOINT_DIRECTORY_MB * 2 ** 20,
            intervalMs: settings.CHECKPOINT_INTERVAL_MS,
          },
    // Without these two, keyword search works, and semantic search says what is missing.
    embeddingAddress: settings.EMBEDDING_ADDRESS,
    vectorIndex: hasVectorIndex ? vectorIndexSettings(settings) : undefined,
    // Without it, searches use the read model in memory.
    signalIndex: settings.SEARCH_ENGINE === 'opensearch' ? signalIndexSettings(settings) : undefined,
    engineSearches: settings.ENGINE_SEARCHES,
    semanticSearches: settings.SEMANTIC_SEARCHES,
    maximumCountCostMs: settings.MAXIMUM_COUNT_COST_MS,
    collectionsIntervalMs: settings.COLLECTIONS_INTERVAL_MS,
  };
}
