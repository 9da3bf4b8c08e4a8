import { databaseRoleName, roleConnectionString, type DatabaseRole } from '@heliograph/postgres';
import { CALLERS, trustedKeys } from '@heliograph/runtime';
import type { LauncherConfig } from './config';
import { isDevelopmentIssuerOn } from './development';
import type { Secrets } from './home/secrets';
import type { SignInSettings } from './sign-in-settings';
import { services, type ServiceDefinition } from './program-list';

/** The dashboard needs these only to serve the development issuer. */
const ISSUER_CLIENT = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

/**
 * The services that a configuration needs: with Qdrant, no embedded vector index; with an external issuer, the
 * dashboard does not get its client secret.
 */
export function servicesFor(config: LauncherConfig): readonly ServiceDefinition[] {
  let chosen = services;
  if (config.QDRANT_URL !== undefined) {
    chosen = chosen
      .filter(({ name }) => name !== 'vectors')
      .map((service) => ({ ...service, calls: service.calls.filter((name) => name !== 'vectors') }));
  }
  if (!isDevelopmentIssuerOn(config)) {
    chosen = chosen.map((service) => {
      if (service.name !== 'dashboard') return service;
      const variables = Object.entries(service.variables).filter(([name]) => !ISSUER_CLIENT.includes(name));
      return { ...service, variables: Object.fromEntries(variables) };
    });
  }
  return chosen;
}

/** What a service's environment is made from. */
export interface SystemFacts {
  config: LauncherConfig;
  /** The operator's variables: services get those they read. */
  environment: NodeJS.ProcessEnv;
  secrets: Secrets;
  signIn: SignInSettings;
  /** The dashboard's actual port. */
  dashboardPort: number;
  /** The address prefilled at the development issuer. */
  demoEmail: string | undefined;
  /** The administrator's connection string. */
  databaseUrl: string;
  /** Where the embedded vector index keeps its files. */
  vectorsDirectory: string;
  /** Where search saves its memory for the next start. */
  checkpointDirectory: string;
  /** gRPC addresses by service. */
  addresses: Readonly<Record<string, string>>;
}

/**
 * A service's environment: for each variable it reads, the launcher's value, or else the operator's. It gets no
 * settings of other services, and no other secrets of the operator.
 */
export function serviceEnvironment(
  service: ServiceDefinition,
  facts: SystemFacts,
  metricsPort: number,
): Record<string, string> {
  const { config, signIn, secrets } = facts;
  const given = (name: string) => facts.environment[name] || undefined;
  const caller = CALLERS.find((name) => name === service.name);
  const decided: Record<string, string | number | undefined> = {
    ...Object.fromEntries(services.map(({ name }) => [addressVariable(name), undefined])),
    ...Object.fromEntries(service.calls.map((name) => [addressVariable(name), addressOf(name, facts)])),
    RPC_ADDRESS: addressOf(service.name, facts),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: metricsPort,
    CALLER_PUBLIC_KEYS: trustedKeys(secrets.callerKeys),
    CALLER_KEY: caller && secrets.callerKeys[caller],
    // For releases that shared it; here, all programs are from one release.
    INTERNAL_SECRET: undefined,
    DATABASE_URL: service.role && databaseUrlOf(service.role, facts),
    EVENT_LOG_URL: config.KAFKA_BROKERS === undefined ? databaseUrlOf('events', facts) : undefined,
    VECTORS_DIRECTORY: facts.vectorsDirectory,
    CHECKPOINT_DIRECTORY: facts.checkpointDirectory,
    CURSOR_SECRET: secrets.cursorSecret,
    // Machines that share a database are given the same secrets. The first key signs; statements from before are
    // verified with the generated one.
    STATEMENT_KEYS: [given('STATEMENT_KEYS'), secrets.statementKeys].filter(Boolean).join(','),
    EMBEDDING_CACHE_SECRET: given('EMBEDDING_CACHE_SECRET') ?? secrets.embeddingCacheSecret,
    WEBHOOK_ENCRYPTION_SECRET: given('WEBHOOK_ENCRYPTION_SECRET') ?? secrets.webhookEncryptionSecret,
    // Webhooks from before a secret was given are encrypted with the generated one.
    WEBHOOK_ENCRYPTION_SECRET_PREVIOUS:
      given('WEBHOOK_ENCRYPTION_SECRET_PREVIOUS') ??
      (given('WEBHOOK_ENCRYPTION_SECRET') && secrets.webhookEncryptionSecret),
    GATEWAY_HOST: config.GATEWAY_HOST,
    GATEWAY_PORT: config.GATEWAY_PORT,
    NODE_ENV: signIn.isProduction ? 'production' : 'development',
    DASHBOARD_PORT: facts.dashboardPort,
    DASHBOARD_HOST: config.DASHBOARD_HOST,
    DASHBOARD_URL: signIn.dashboardUrl,
    API_URL: signIn.apiUrl,
    OIDC_ISSUER_URL: signIn.issuerUrl,
    OIDC_CLIENT_ID: signIn.clientId,
    OIDC_CLIENT_SECRET: signIn.clientSecret,
    OIDC_OPERATOR_CLAIM: signIn.operatorClaim,
    OIDC_OPERATOR_VALUE: signIn.operatorValue,
    DEVELOPMENT_ISSUER: String(signIn.isDevelopmentIssuer),
    DEVELOPMENT_EMAIL: facts.demoEmail,
    PAYMENT_PROVIDER: signIn.paymentProvider,
  };
  const environment: Record<string, string> = { ...service.environment };
  for (const name of Object.keys(service.variables)) {
    const value = name in decided ? decided[name] : facts.environment[name];
    if (value !== undefined && value !== '') environment[name] = String(value);
  }
  return environment;
}

/**
 * The order in which services can be stopped: callers before those they call. Each inner list can be stopped in
 * parallel.
 *
 * @throws if services call each other in a cycle.
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

function addressVariable(service: string): string {
  return `${service.toUpperCase()}_ADDRESS`;
}

function addressOf(name: string, { addresses }: SystemFacts): string {
  const address = addresses[name];
  if (address === undefined) throw new Error(`no service is called ${name}`);
  return address;
}
