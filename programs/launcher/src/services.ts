import { databaseRoleName, roleConnectionString, type DatabaseRole } from '@heliograph/postgres';
import { callers, trustedKeys } from '@heliograph/runtime';
import type { LauncherConfig } from './config';
import { isDevelopmentIssuerOn } from './development';
import type { Secrets } from './home/secrets';
import type { People } from './people';

/** Variables of services that publish or consume events: where the log is. */
const eventLogSettings = [
  'EVENT_LOG_URL',
  'KAFKA_BROKERS',
  'KAFKA_TOPIC_PREFIX',
  'KAFKA_TLS',
  'KAFKA_TLS_CA_FILE',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
  'EVENT_TOPIC_PARTITIONS',
  'EVENT_TOPIC_REPLICATION',
] as const;

/** Variables of services that use the vector index; unset, it is the embedded one. */
const vectorIndexSettings = [
  'QDRANT_URL',
  'QDRANT_API_KEY',
  'QDRANT_CA_FILE',
  'QDRANT_COLLECTION_PREFIX',
] as const;

const embeddingSettings = [
  'EMBEDDING_PROVIDER',
  'EMBEDDING_MODEL',
  'EMBEDDING_URL',
  'EMBEDDING_API_KEY',
  'EMBEDDING_DIMENSIONS',
  'EMBEDDING_TIMEOUT_MS',
  'EMBEDDING_CONCURRENCY',
  'EMBEDDING_WORKERS',
] as const;

/** Variables of services that sign people in. */
const issuerClientSettings = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

const signInSettings = [
  'NODE_ENV',
  'DASHBOARD_URL',
  'OIDC_ISSUER_URL',
  ...issuerClientSettings,
  'OIDC_SCOPES',
  'OIDC_OPERATOR_CLAIM',
  'OIDC_OPERATOR_VALUE',
  'SESSION_IDLE_MINUTES',
  'SESSION_MAXIMUM_HOURS',
] as const;

/** How many requests the programs with a port for clients work on at once. */
const slotSettings = ['ACCOUNT_REQUESTS_IN_FLIGHT', 'REQUESTS_IN_FLIGHT'] as const;

const dashboardSettings = [
  'NODE_ENV',
  'DASHBOARD_PORT',
  'DASHBOARD_HOST',
  'DASHBOARD_URL',
  'API_URL',
  'CURSOR_SECRET',
  'REDIS_URL',
  'EARLIEST_ACTIVITY_DATE',
  'SEARCHES_PER_MINUTE',
  'SESSION_REQUESTS_PER_MINUTE',
  'SIGN_IN_REQUESTS_PER_MINUTE',
  'DEVELOPMENT_ISSUER',
  'DEVELOPMENT_EMAIL',
  ...issuerClientSettings,
  'PAYMENT_PROVIDER',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'LOW_BALANCE_USD',
  ...slotSettings,
  'SUBSCRIPTION_USD',
  'SUBSCRIPTION_CLI_RECORDS',
] as const;

/** A setting that the launcher can pass on to a service. */
type SharedSetting =
  | (typeof signInSettings)[number]
  | (typeof dashboardSettings)[number]
  | (typeof eventLogSettings)[number]
  | (typeof vectorIndexSettings)[number]
  | (typeof embeddingSettings)[number]
  | 'VECTORS_DIRECTORY'
  | 'CURSOR_SECRET'
  | 'EMBEDDING_CACHE_SECRET'
  | 'MALLOC_TRIM_THRESHOLD_'
  | 'GATEWAY_HOST'
  | 'GATEWAY_PORT'
  | 'REDIS_URL'
  | 'REQUESTS_PER_MINUTE'
  | 'EARLIEST_ACTIVITY_DATE'
  | 'RECONCILE_INTERVAL_MS';

/** One program of the system. */
export interface ServiceDefinition {
  /** The directory below `services/`; also the name of its socket, its log and its address variable. */
  name: string;
  /** The database role that it connects as; it gets no database without one. */
  role?: DatabaseRole;
  /** The services whose addresses it gets. They are stopped after it. */
  calls: readonly string[];
  /** Settings it gets besides those that every service gets. */
  settings: readonly SharedSetting[];
  /** How far it stands back behind other programs when the processors are all in use: 0 (unless given) to 19. */
  niceness?: number;
}

/** The programs that `npm start` runs. A later one is one entry here. */
export const services: readonly ServiceDefinition[] = [
  { name: 'identity', role: 'identity', calls: [], settings: signInSettings },
  { name: 'ledger', role: 'ledger', calls: [], settings: eventLogSettings },
  {
    name: 'metering',
    role: 'metering',
    calls: ['ledger'],
    settings: [...eventLogSettings, 'RECONCILE_INTERVAL_MS'],
  },
  {
    name: 'embedding',
    calls: [],
    settings: [...embeddingSettings, 'REDIS_URL', 'EMBEDDING_CACHE_SECRET', 'MALLOC_TRIM_THRESHOLD_'],
    // It embeds documents for minutes. Of what it gets, its threads for queries take theirs first.
    niceness: 12,
  },
  { name: 'vectors', calls: [], settings: ['VECTORS_DIRECTORY'] },
  {
    name: 'indexer',
    role: 'indexer',
    calls: ['embedding', 'vectors'],
    settings: [...eventLogSettings, ...vectorIndexSettings],
    // No caller waits for it.
    niceness: 15,
  },
  { name: 'search', role: 'reader', calls: ['embedding', 'vectors'], settings: vectorIndexSettings },
  { name: 'company', role: 'reader', calls: [], settings: [] },
  {
    name: 'gateway',
    calls: ['identity', 'ledger', 'search', 'company', 'metering'],
    settings: [
      'CURSOR_SECRET',
      'GATEWAY_HOST',
      'GATEWAY_PORT',
      'REDIS_URL',
      'REQUESTS_PER_MINUTE',
      'SEARCHES_PER_MINUTE',
      ...slotSettings,
      'EARLIEST_ACTIVITY_DATE',
      'API_URL',
      'DASHBOARD_URL',
    ],
  },
  {
    name: 'dashboard',
    calls: ['identity', 'ledger', 'metering', 'search', 'company'],
    settings: dashboardSettings,
  },
];

/**
 * The programs that a configuration needs: with Qdrant there is no embedded vector index, and with an issuer elsewhere its
 * client's secret is not for the dashboard.
 */
export function servicesFor(config: LauncherConfig): readonly ServiceDefinition[] {
  let chosen = services;
  if (config.QDRANT_URL !== undefined) {
    chosen = chosen
      .filter(({ name }) => name !== 'vectors')
      .map((service) => ({ ...service, calls: service.calls.filter((name) => name !== 'vectors') }));
  }
  if (!isDevelopmentIssuerOn(config)) {
    const isTold = (name: SharedSetting) => !issuerClientSettings.some((setting) => setting === name);
    chosen = chosen.map((service) =>
      service.name === 'dashboard' ? { ...service, settings: service.settings.filter(isTold) } : service,
    );
  }
  return chosen;
}

/** What the environment of a service is made from. */
export interface SystemFacts {
  config: LauncherConfig;
  secrets: Secrets;
  people: People;
  /** The port of the dashboard, whichever was chosen. */
  dashboardPort: number;
  /** The address that the development issuer's form starts with. */
  demoEmail: string | undefined;
  /** The administrator's connection string. */
  databaseUrl: string;
  /** Where the embedded vector index keeps its files. */
  vectorsDirectory: string;
  /** gRPC addresses by service. */
  addresses: Readonly<Record<string, string>>;
}

/**
 * The variables that a service is started with, besides those of the launcher's own environment that are not
 * its business.
 */
export function serviceEnvironment(
  service: ServiceDefinition,
  facts: SystemFacts,
  metricsPort: number,
): Record<string, string> {
  const { config, secrets, people } = facts;
  const environment: Record<string, string> = {
    RPC_ADDRESS: addressOf(service.name, facts),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: config.LOG_LEVEL,
    SHUTDOWN_TIMEOUT_MS: String(config.SHUTDOWN_TIMEOUT_MS),
    CALLER_PUBLIC_KEYS: trustedKeys(secrets.callerKeys),
  };
  const caller = callers.find((name) => name === service.name);
  if (caller) environment.CALLER_KEY = secrets.callerKeys[caller];
  if (service.role) environment.DATABASE_URL = databaseUrlOf(service.role, facts);
  for (const name of service.calls) environment[`${name.toUpperCase()}_ADDRESS`] = addressOf(name, facts);
  const shared: Record<SharedSetting, string | number | undefined> = {
    EVENT_LOG_URL: config.KAFKA_BROKERS === undefined ? databaseUrlOf('events', facts) : undefined,
    KAFKA_BROKERS: config.KAFKA_BROKERS,
    KAFKA_TOPIC_PREFIX: config.KAFKA_TOPIC_PREFIX,
    KAFKA_TLS: config.KAFKA_TLS,
    KAFKA_TLS_CA_FILE: config.KAFKA_TLS_CA_FILE,
    KAFKA_SASL_MECHANISM: config.KAFKA_SASL_MECHANISM,
    KAFKA_SASL_USERNAME: config.KAFKA_SASL_USERNAME,
    KAFKA_SASL_PASSWORD: config.KAFKA_SASL_PASSWORD,
    EVENT_TOPIC_PARTITIONS: config.EVENT_TOPIC_PARTITIONS,
    EVENT_TOPIC_REPLICATION: config.EVENT_TOPIC_REPLICATION,
    QDRANT_URL: config.QDRANT_URL,
    QDRANT_API_KEY: config.QDRANT_API_KEY,
    QDRANT_CA_FILE: config.QDRANT_CA_FILE,
    QDRANT_COLLECTION_PREFIX: config.QDRANT_COLLECTION_PREFIX,
    EMBEDDING_PROVIDER: config.EMBEDDING_PROVIDER,
    EMBEDDING_MODEL: config.EMBEDDING_MODEL,
    EMBEDDING_URL: config.EMBEDDING_URL,
    EMBEDDING_API_KEY: config.EMBEDDING_API_KEY,
    EMBEDDING_DIMENSIONS: config.EMBEDDING_DIMENSIONS,
    EMBEDDING_TIMEOUT_MS: config.EMBEDDING_TIMEOUT_MS,
    EMBEDDING_CONCURRENCY: config.EMBEDDING_CONCURRENCY,
    EMBEDDING_WORKERS: config.EMBEDDING_WORKERS,
    VECTORS_DIRECTORY: facts.vectorsDirectory,
    CURSOR_SECRET: secrets.cursorSecret,
    EMBEDDING_CACHE_SECRET: secrets.embeddingCacheSecret,
    // glibc's own start value, given so that it stays: else what loading a model took is kept, 15 MB a thread.
    MALLOC_TRIM_THRESHOLD_: 131_072,
    GATEWAY_HOST: config.GATEWAY_HOST,
    GATEWAY_PORT: config.GATEWAY_PORT,
    REDIS_URL: config.REDIS_URL,
    REQUESTS_PER_MINUTE: config.REQUESTS_PER_MINUTE,
    SEARCHES_PER_MINUTE: config.SEARCHES_PER_MINUTE,
    ACCOUNT_REQUESTS_IN_FLIGHT: config.ACCOUNT_REQUESTS_IN_FLIGHT,
    REQUESTS_IN_FLIGHT: config.REQUESTS_IN_FLIGHT,
    EARLIEST_ACTIVITY_DATE: config.EARLIEST_ACTIVITY_DATE,
    RECONCILE_INTERVAL_MS: config.RECONCILE_INTERVAL_MS,
    NODE_ENV: people.isProduction ? 'production' : 'development',
    DASHBOARD_PORT: facts.dashboardPort,
    DASHBOARD_HOST: config.DASHBOARD_HOST,
    DASHBOARD_URL: people.dashboardUrl,
    API_URL: people.apiUrl,
    OIDC_ISSUER_URL: people.issuerUrl,
    OIDC_CLIENT_ID: people.clientId,
    OIDC_CLIENT_SECRET: people.clientSecret,
    OIDC_SCOPES: config.OIDC_SCOPES,
    OIDC_OPERATOR_CLAIM: people.operatorClaim,
    OIDC_OPERATOR_VALUE: people.operatorValue,
    SESSION_IDLE_MINUTES: config.SESSION_IDLE_MINUTES,
    SESSION_MAXIMUM_HOURS: config.SESSION_MAXIMUM_HOURS,
    SESSION_REQUESTS_PER_MINUTE: config.SESSION_REQUESTS_PER_MINUTE,
    SIGN_IN_REQUESTS_PER_MINUTE: config.SIGN_IN_REQUESTS_PER_MINUTE,
    DEVELOPMENT_ISSUER: String(people.isDevelopmentIssuer),
    DEVELOPMENT_EMAIL: facts.demoEmail,
    PAYMENT_PROVIDER: people.paymentProvider,
    STRIPE_SECRET_KEY: config.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: config.STRIPE_API_URL,
    LOW_BALANCE_USD: config.LOW_BALANCE_USD,
    SUBSCRIPTION_USD: config.SUBSCRIPTION_USD,
    SUBSCRIPTION_CLI_RECORDS: config.SUBSCRIPTION_CLI_RECORDS,
  };
  for (const name of service.settings) {
    const value = shared[name];
    if (value !== undefined) environment[name] = String(value);
  }
  return environment;
}

/**
 * The order in which services can be stopped: who calls before who is called. Each inner list can be stopped
 * at once.
 *
 * @throws when services call each other in a cycle.
 */
export function stopOrder(definitions: readonly ServiceDefinition[]): string[][] {
  const order: string[][] = [];
  let left = [...definitions];
  while (left.length > 0) {
    const called = new Set(left.flatMap(({ calls }) => calls));
    const free = left.filter(({ name }) => !called.has(name));
    if (free.length === 0) throw new Error('services call each other in a cycle');
    order.push(free.map(({ name }) => name));
    left = left.filter((service) => !free.includes(service));
  }
  return order;
}

/** The catalog, as the role that owns it. */
export function catalogUrl(facts: Pick<SystemFacts, 'databaseUrl' | 'secrets'>): string {
  return databaseUrlOf('catalog', facts);
}

/** The database as one of its roles sees it. */
function databaseUrlOf(
  role: DatabaseRole,
  { databaseUrl, secrets }: Pick<SystemFacts, 'databaseUrl' | 'secrets'>,
): string {
  return roleConnectionString(databaseUrl, databaseRoleName(role), secrets.rolePasswords[role]);
}

function addressOf(name: string, { addresses }: SystemFacts): string {
  const address = addresses[name];
  if (address === undefined) throw new Error(`no service is called ${name}`);
  return address;
}
