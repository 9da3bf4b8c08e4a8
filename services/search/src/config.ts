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
  ...rpcServiceVariables(8),
  ...callerVariables,
  ...vectorIndexVariables,
  EMBEDDING_ADDRESS: serviceAddress.optional(),
  DEAR_DATABASE_CONNECTIONS: integerSetting(1, 50).default(2),
  SEMANTIC_SEARCHES: integerSetting(1, 256).default(8),
  MAXIMUM_COUNT_COST_MS: integerSetting(10, 600_000).default(5_000),
  STATISTICS_INTERVAL_MS: integerSetting(100, 600_000).default(5_000),
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
    // A part of all connections, never all of them.
    dearConnections: Math.max(
      1,
      Math.min(variables.DEAR_DATABASE_CONNECTIONS, variables.DATABASE_CONNECTIONS - 1),
    ),
    semanticSearches: variables.SEMANTIC_SEARCHES,
    // In the unit of domain/cost.ts.
    maximumCountCost: variables.MAXIMUM_COUNT_COST_MS * 1_000,
    statisticsIntervalMs: variables.STATISTICS_INTERVAL_MS,
  };
}
