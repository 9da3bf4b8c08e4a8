import {
  callerCredentials,
  callerVariables,
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
  serviceAddress,
} from '@heliograph/runtime';
import { vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(2),
  ...callerVariables,
  ...vectorIndexVariables,
  EMBEDDING_ADDRESS: serviceAddress.optional(),
  SEMANTIC_SEARCHES: integerSetting(1, 256).default(8),
  MAXIMUM_COUNT_COST_MS: integerSetting(10, 600_000).default(5_000),
  COLLECTIONS_INTERVAL_MS: integerSetting(100, 600_000).default(5_000),
});

/** The names of its variables, for what hands them out. */
export const searchVariables: readonly string[] = Object.keys(schema.shape);

/** Search's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  const hasVectorIndex = variables.QDRANT_URL !== undefined || variables.VECTORS_ADDRESS !== undefined;
  return {
    ...rpcServiceSettings(variables),
    credentials: callerCredentials(variables),
    // Without these two there is keyword search, and semantic search says what is missing.
    embeddingAddress: variables.EMBEDDING_ADDRESS,
    vectorIndex: hasVectorIndex ? vectorIndexSettings(variables) : undefined,
    semanticSearches: variables.SEMANTIC_SEARCHES,
    maximumCountCostMs: variables.MAXIMUM_COUNT_COST_MS,
    collectionsIntervalMs: variables.COLLECTIONS_INTERVAL_MS,
  };
}
