import { databaseRoleNames, givenRolePasswords, roleVariable, type DatabaseRole } from '@heliograph/postgres';
import { ConfigError, databaseUrl, integerSetting, loadConfig } from '@heliograph/runtime';
import { z } from 'zod';
import { withSafeHosts } from './development';

const port = integerSetting(1, 65_535);
const perMinute = integerSetting(1, 10_000_000);
const inFlight = integerSetting(1, 1_000_000);

const redisUrl = z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://');
const httpUrl = z.string().regex(/^https?:\/\//, 'must start with http:// or https://');
const publicRoot = z
  .string()
  .regex(/^https?:\/\/[^\s?#]*[^\s?#/]$/, 'must start with http:// or https:// and not end with a slash');
const brokers = z
  .string()
  .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, 'must be host:port, or several separated by commas');
const secret = z.string().min(32, 'must have at least 32 characters');

const calendarDay = z.string().refine((text) => {
  const instant = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(instant.getTime()) &&
    instant.toISOString().startsWith(text)
  );
}, 'must be a day, YYYY-MM-DD');

/** Every variable that `npm start` reads. */
const schema = z.object({
  HELIOGRAPH_HOME: z.string(),
  NODE_ENV: z.string().optional(),
  GATEWAY_PORT: port.default(8080),
  /** The address to listen on. Unless given: loopback while the development issuer or development payments are on, else all. */
  GATEWAY_HOST: z.string().min(1).optional(),
  /** 0 takes any free port. */
  DASHBOARD_PORT: integerSetting(0, 65_535).default(8081),
  DASHBOARD_HOST: z.string().min(1).optional(),
  /** Of a service that runs by itself: here each gets a free one. Checked all the same: a bad one is a mistake. */
  METRICS_PORT: port.optional(),
  /** Where browsers find the dashboard and the API, when that is not this machine. */
  DASHBOARD_URL: publicRoot.optional(),
  API_URL: publicRoot.optional(),
  /** The issuer that people sign in by; without one, and not in production, one is served here. */
  OIDC_ISSUER_URL: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z.string().optional(),
  OIDC_OPERATOR_CLAIM: z.string().optional(),
  OIDC_OPERATOR_VALUE: z.string().optional(),
  /** The rest is the business of identity and the dashboard, which check it. */
  SESSION_IDLE_MINUTES: z.string().optional(),
  SESSION_MAXIMUM_HOURS: z.string().optional(),
  SESSION_REQUESTS_PER_MINUTE: perMinute.optional(),
  SIGN_IN_REQUESTS_PER_MINUTE: perMinute.optional(),
  PAYMENT_PROVIDER: z.enum(['stripe', 'development', 'none']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: httpUrl.optional(),
  LOW_BALANCE_USD: z.string().optional(),
  SUBSCRIPTION_USD: z.string().optional(),
  SUBSCRIPTION_CLI_RECORDS: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  KAFKA_BROKERS: brokers.optional(),
  KAFKA_TOPIC_PREFIX: z.string().optional(),
  KAFKA_TLS: z.enum(['true', 'false']).optional(),
  KAFKA_TLS_CA_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  EVENT_TOPIC_PARTITIONS: integerSetting(1, 1_000).optional(),
  EVENT_TOPIC_REPLICATION: integerSetting(1, 10).optional(),
  QDRANT_URL: httpUrl.optional(),
  QDRANT_API_KEY: z.string().optional(),
  QDRANT_CA_FILE: z.string().optional(),
  QDRANT_COLLECTION_PREFIX: z.string().optional(),
  EMBEDDING_PROVIDER: z.enum(['local', 'gemini', 'openai', 'none']).default('local'),
  /** The rest is the provider's business: the embedding service checks it. */
  EMBEDDING_MODEL: z.string().optional(),
  EMBEDDING_URL: httpUrl.optional(),
  EMBEDDING_API_KEY: z.string().optional(),
  EMBEDDING_DIMENSIONS: integerSetting(1, 4_096).optional(),
  EMBEDDING_TIMEOUT_MS: integerSetting(100, 600_000).optional(),
  EMBEDDING_CONCURRENCY: integerSetting(1, 1_000).optional(),
  EMBEDDING_WORKERS: integerSetting(1, 64).optional(),
  REQUESTS_PER_MINUTE: perMinute.default(600),
  SEARCHES_PER_MINUTE: perMinute.default(300),
  ACCOUNT_REQUESTS_IN_FLIGHT: inFlight.optional(),
  REQUESTS_IN_FLIGHT: inFlight.optional(),
  EARLIEST_ACTIVITY_DATE: calendarDay.default('2026-08-30'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  CURSOR_SECRET: secret.optional(),
  RECONCILE_INTERVAL_MS: integerSetting(100, 86_400_000).optional(),
  /** How long services may take to become ready at a start. */
  START_TIMEOUT_MS: integerSetting(1_000, 600_000).default(25_000),
  /** How long a service may take to finish what it has begun. */
  SHUTDOWN_TIMEOUT_MS: integerSetting(0, 600_000).default(10_000),
});

export type LauncherConfig = z.output<typeof schema> & {
  /** Of the roles that have a `DATABASE_URL_<ROLE>`. */
  rolePasswords: Partial<Record<DatabaseRole, string>>;
};

/** Connection strings of roles, whose passwords they give. */
const roleVariables = databaseRoleNames.map(roleVariable);

/**
 * Names of the variables that are the launcher's business; services get what their entry names and nothing
 * else of these.
 */
export const launcherVariables: readonly string[] = [
  ...Object.keys(schema.shape),
  ...roleVariables,
  // Each program gets its own, and none gets those of the operator who starts it.
  'CALLER_KEY',
  'CALLER_PUBLIC_KEYS',
  'EMBEDDING_CACHE_SECRET',
  'INTERNAL_SECRET',
];

/** @throws ConfigError naming every fault at once. */
export function loadLauncherConfig(environment: NodeJS.ProcessEnv): LauncherConfig {
  const config = withSafeHosts(loadConfig(schema, environment));
  // Several machines may share the database, and were given it to have the same passwords of roles. Now each would set its own.
  if (
    environment.INTERNAL_SECRET &&
    config.DATABASE_URL &&
    !roleVariables.some((name) => environment[name])
  ) {
    throw new ConfigError([
      `INTERNAL_SECRET: database roles have passwords of their own now. Unset it; where several machines share DATABASE_URL, give each the same ${roleVariables[0]} and so on`,
    ]);
  }
  if (config.DASHBOARD_PORT === config.GATEWAY_PORT) {
    throw new ConfigError(['DASHBOARD_PORT: must be another port than GATEWAY_PORT']);
  }
  return { ...config, rolePasswords: givenRolePasswords(environment) };
}
