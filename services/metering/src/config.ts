import { eventLogSettings, eventLogVariables } from '@heliograph/event-log';
import {
  callerCredentials,
  callerVariables,
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
  serviceAddress,
} from '@heliograph/runtime';
import { z } from 'zod';
import { MAXIMUM_BATCH } from './domain/aggregate';

const schema = z.object({
  ...rpcServiceVariables(8),
  ...callerVariables,
  ...eventLogVariables,
  LEDGER_ADDRESS: serviceAddress,
  EVENT_BATCH_MAXIMUM: integerSetting(1, MAXIMUM_BATCH).default(2_000),
  EVENT_ID_RETENTION_DAYS: integerSetting(1, 400).default(92),
  EVENT_ID_INTERVAL_MS: integerSetting(100, 86_400_000).default(3_600_000),
  RECONCILE_INTERVAL_MS: integerSetting(100, 86_400_000).default(900_000),
});

/** The names of its variables, for what hands them out. */
export const meteringVariables: readonly string[] = Object.keys(schema.shape);

/** Metering's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  return {
    ...rpcServiceSettings(variables),
    credentials: callerCredentials(variables),
    eventLog: eventLogSettings(variables),
    topicPartitions: variables.EVENT_TOPIC_PARTITIONS,
    ledgerAddress: variables.LEDGER_ADDRESS,
    maximumBatch: variables.EVENT_BATCH_MAXIMUM,
    eventIds: {
      retentionDays: variables.EVENT_ID_RETENTION_DAYS,
      intervalMs: variables.EVENT_ID_INTERVAL_MS,
    },
    reconcileIntervalMs: variables.RECONCILE_INTERVAL_MS,
  };
}
