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
  LEDGER_ADDRESS: serviceAddress.describe('gRPC address'),
  EVENT_BATCH_MAXIMUM: integerSetting(1, MAXIMUM_BATCH).default(2_000).describe('messages in a transaction'),
  EVENT_ID_RETENTION_DAYS: integerSetting(1, 400)
    .default(92)
    .describe('how long ids of counted events are kept'),
  EVENT_ID_INTERVAL_MS: integerSetting(100, 86_400_000)
    .default(3_600_000)
    .describe('between rounds of creating and dropping partitions'),
  REQUEST_LOG_DAYS: integerSetting(1, 400).default(30).describe('how long answered requests are logged'),
  RECONCILE_INTERVAL_MS: integerSetting(100, 86_400_000)
    .default(900_000)
    .describe('between reconciliations with the ledger'),
});

/** Metering's variables, for programs that pass them on. */
export const variables = schema.shape;

/** Metering's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  return {
    ...rpcServiceSettings(settings),
    credentials: callerCredentials(settings),
    eventLog: eventLogSettings(settings),
    topicPartitions: settings.EVENT_TOPIC_PARTITIONS,
    ledgerAddress: settings.LEDGER_ADDRESS,
    maximumBatch: settings.EVENT_BATCH_MAXIMUM,
    eventIds: {
      retentionDays: settings.EVENT_ID_RETENTION_DAYS,
      intervalMs: settings.EVENT_ID_INTERVAL_MS,
    },
    requestLogDays: settings.REQUEST_LOG_DAYS,
    reconcileIntervalMs: settings.RECONCILE_INTERVAL_MS,
  };
}
