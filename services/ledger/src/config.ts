import { IDEMPOTENCY_HOURS } from '@heliograph/contract';
import { eventLogSettings, eventLogVariables, type EventLogSettings } from '@heliograph/event-log';
import {
  callerTrust,
  databaseUrl,
  integerSetting,
  loadConfig as load,
  runtimeSettings,
  serviceAddress,
  trustVariables,
  type CallerTrust,
} from '@heliograph/runtime';
import { z } from 'zod';
import { StatementKeys } from './domain/statement';

const schema = z.object({
  ...runtimeSettings,
  ...trustVariables,
  ...eventLogVariables,
  RPC_ADDRESS: serviceAddress.describe('own gRPC address: unix:/path or host:port'),
  DATABASE_URL: databaseUrl.describe('PostgreSQL, as heliograph_ledger'),
  IDEMPOTENCY_LEASE_SECONDS: integerSetting(1, 60)
    .default(30)
    .describe('how long a silent claim holds its key'),
  IDEMPOTENCY_CLEANUP_INTERVAL_MS: integerSetting(100, 3_600_000)
    .default(60_000)
    .describe('between removals of expired keys, budgets, and signals'),
  STORED_RESPONSES_MB_PER_ACCOUNT: integerSetting(1, 1_000_000)
    .default(50_000)
    .describe(`responses stored for an account in ${IDEMPOTENCY_HOURS} hours`),
  BATCHER_SHARDS: integerSetting(1, 16).default(1).describe('parallel batches of each call'),
  BATCH_MAXIMUM: integerSetting(1, 1_024).default(256).describe('items per transaction'),
  BATCH_QUEUE_MAXIMUM: integerSetting(1, 100_000).default(4_096).describe('items waiting per shard'),
  STATEMENT_TIMEOUT_MS: integerSetting(100, 600_000)
    .default(10_000)
    .describe('PostgreSQL cancels a statement after this'),
  STATEMENT_KEYS: z
    .string()
    .transform((text, { addIssue }) => {
      try {
        return new StatementKeys(text);
      } catch {
        addIssue('must be Ed25519 keys of 43 characters of base64url, separated by commas');
        return z.NEVER;
      }
    })
    .optional()
    .describe('private Ed25519 keys, separated by commas; the first signs statements'),
  RELAY: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: this process charges but does not publish events'),
  RELAY_POLL_INTERVAL_MS: integerSetting(10, 60_000)
    .default(250)
    .describe('between checks of the outbox and the leader lock'),
  RELAY_BATCH_MAXIMUM: integerSetting(1, 10_000)
    .default(1_000)
    .describe('events published and removed together'),
});

/** The ledger's variables, for programs that pass them on. */
export const variables = schema.shape;

/** The ledger's settings; `--variables` says what each means. */
export interface Config {
  rpcAddress: string;
  databaseUrl: string;
  trust: CallerTrust;
  logLevel: string;
  metricsHost: string;
  metricsPort: number;
  shutdownTimeoutMs: number;
  idempotency: { leaseSeconds: number; cleanupIntervalMs: number; responseBytesPerAccount: number };
  batching: { shards: number; maximumBatch: number; maximumWaiting: number };
  statementTimeoutMs: number;
  /** Signs statements of receipts; undefined if none are signed. */
  statementKeys: StatementKeys | undefined;
  /** Undefined in a process that only charges and leaves publishing to others. */
  relay: RelaySettings | undefined;
}

interface RelaySettings {
  eventLog: EventLogSettings;
  /** For a topic that does not exist yet. */
  partitions: number;
  pollIntervalMs: number;
  maximumBatch: number;
}

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = load(schema, environment);
  return {
    rpcAddress: settings.RPC_ADDRESS,
    databaseUrl: settings.DATABASE_URL,
    trust: callerTrust(settings),
    logLevel: settings.LOG_LEVEL,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    idempotency: {
      leaseSeconds: settings.IDEMPOTENCY_LEASE_SECONDS,
      cleanupIntervalMs: settings.IDEMPOTENCY_CLEANUP_INTERVAL_MS,
      responseBytesPerAccount: settings.STORED_RESPONSES_MB_PER_ACCOUNT * 1_000_000,
    },
    batching: {
      shards: settings.BATCHER_SHARDS,
      maximumBatch: settings.BATCH_MAXIMUM,
      maximumWaiting: settings.BATCH_QUEUE_MAXIMUM,
    },
    statementTimeoutMs: settings.STATEMENT_TIMEOUT_MS,
    statementKeys: settings.STATEMENT_KEYS,
    relay:
      settings.RELAY === 'on'
        ? {
            eventLog: eventLogSettings(settings),
            partitions: settings.EVENT_TOPIC_PARTITIONS,
            pollIntervalMs: settings.RELAY_POLL_INTERVAL_MS,
            maximumBatch: settings.RELAY_BATCH_MAXIMUM,
          }
        : undefined,
  };
}
