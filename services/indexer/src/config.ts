import { eventLogSettings, eventLogVariables } from '@heliograph/event-log';
import {
  callerCredentials,
  callerVariables,
  ConfigError,
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
  serviceAddress,
} from '@heliograph/runtime';
import { vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(12),
  ...callerVariables,
  ...eventLogVariables,
  ...vectorIndexVariables,
  EMBEDDING_ADDRESS: serviceAddress,
  EMBEDDING_CALLS: integerSetting(1, 64).default(4),
  EVENT_BATCH_MAXIMUM: integerSetting(1, 1_000).default(256),
  FEED_BATCH_MAXIMUM: integerSetting(1, 10_000).default(1_000),
  FEED_INTERVAL_MS: integerSetting(10, 60_000).default(250),
  MODEL_INTERVAL_MS: integerSetting(10, 3_600_000).default(10_000),
  PROGRESS_INTERVAL_MS: integerSetting(10, 60_000).default(1_000),
  REPAIR_INTERVAL_MS: integerSetting(100, 86_400_000).default(600_000),
  COLLECTION_GRACE_MS: integerSetting(0, 604_800_000).default(3_600_000),
});

/** The names of its variables, for what hands them out. */
export const indexerVariables: readonly string[] = Object.keys(schema.shape);

/** The indexer's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  const problems: string[] = [];
  const read = <Settings>(from: () => Settings): Settings => {
    try {
      return from();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return undefined as never;
    }
  };
  const eventLog = read(() => eventLogSettings(variables));
  const vectorIndex = read(() => vectorIndexSettings(variables));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...rpcServiceSettings(variables),
    credentials: callerCredentials(variables),
    eventLog,
    vectorIndex,
    topicPartitions: variables.EVENT_TOPIC_PARTITIONS,
    embeddingAddress: variables.EMBEDDING_ADDRESS,
    embeddingCalls: variables.EMBEDDING_CALLS,
    maximumBatch: variables.EVENT_BATCH_MAXIMUM,
    feed: { maximumBatch: variables.FEED_BATCH_MAXIMUM, pollIntervalMs: variables.FEED_INTERVAL_MS },
    modelIntervalMs: variables.MODEL_INTERVAL_MS,
    progressIntervalMs: variables.PROGRESS_INTERVAL_MS,
    repairIntervalMs: variables.REPAIR_INTERVAL_MS,
    collectionGraceMs: variables.COLLECTION_GRACE_MS,
  };
}
