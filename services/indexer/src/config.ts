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
import { signalIndexSettings, signalIndexVariables } from '@heliograph/signal-index';
import { vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(12),
  ...callerVariables,
  ...eventLogVariables,
  ...vectorIndexVariables,
  ...signalIndexVariables,
  EMBEDDING_ADDRESS: serviceAddress.describe('gRPC address'),
  EMBEDDING_CALLS: integerSetting(1, 64).default(4).describe('concurrent calls to embedding'),
  EVENT_BATCH_MAXIMUM: integerSetting(1, 1_000).default(256).describe('messages per batch'),
  FEED_BATCH_MAXIMUM: integerSetting(1, 10_000).default(1_000).describe('changes published together'),
  FEED_INTERVAL_MS: integerSetting(10, 60_000).default(250).describe('between checks of the catalog'),
  MODEL_INTERVAL_MS: integerSetting(10, 3_600_000)
    .default(10_000)
    .describe('between checks of model and collection; 1 s while one is missing'),
  PROGRESS_INTERVAL_MS: integerSetting(10, 60_000)
    .default(1_000)
    .describe('between counts of what remains, which take at most a tenth of the time'),
  REPAIR_INTERVAL_MS: integerSetting(100, 86_400_000)
    .default(600_000)
    .describe('between comparisons of catalog and index'),
  COLLECTION_GRACE_MS: integerSetting(0, 604_800_000)
    .default(3_600_000)
    .describe('how long the old collection stays after a new one is complete'),
});

/** The schema's variables, for programs that pass them on. */
export const variables = schema.shape;

/** The indexer's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
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
  const eventLog = read(() => eventLogSettings(settings));
  const vectorIndex = read(() => vectorIndexSettings(settings));
  const signalIndex = read(() => signalIndexSettings(settings));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...rpcServiceSettings(settings),
    credentials: callerCredentials(settings),
    eventLog,
    vectorIndex,
    // If unset, searches use memory, and there is no index to feed.
    signalIndex,
    topicPartitions: settings.EVENT_TOPIC_PARTITIONS,
    embeddingAddress: settings.EMBEDDING_ADDRESS,
    embeddingCalls: settings.EMBEDDING_CALLS,
    maximumBatch: settings.EVENT_BATCH_MAXIMUM,
    feed: { maximumBatch: settings.FEED_BATCH_MAXIMUM, pollIntervalMs: settings.FEED_INTERVAL_MS },
    modelIntervalMs: settings.MODEL_INTERVAL_MS,
    progressIntervalMs: settings.PROGRESS_INTERVAL_MS,
    repairIntervalMs: settings.REPAIR_INTERVAL_MS,
    collectionGraceMs: settings.COLLECTION_GRACE_MS,
  };
}
