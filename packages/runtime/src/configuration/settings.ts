import { z } from 'zod';
import type { CallerCredentials, CallerTrust } from '../rpc/caller-authentication';
import { parsePublicKeys, PUBLIC_KEYS_RULE, privateKeyOf } from '../rpc/caller-keys';

/** A variable whose value is a whole number within bounds. */
export function integerSetting(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
}

const HIGHEST_PORT = 65_535;
export const HIGHEST_PORT_RULE = `must have a port of at most ${HIGHEST_PORT}`;

/** Whether the port at the end of a text, if there is one, exists. */
export function hasPossiblePort(text: string): boolean {
  return Number(/:(\d+)$/.exec(text)?.[1] ?? 0) <= HIGHEST_PORT;
}

/** Whether the driver can read each server of a PostgreSQL connection string. */
function hasReadableServers(text: string): boolean {
  const [, servers = ''] = /^\w+:\/\/(?:[^@/?#]*@)?([^@/?#]*)/.exec(text) ?? [];
  return servers.split(',').every((server) => URL.canParse(`postgresql://${server}`));
}

/**
 * A gRPC address: `unix:/path`, `host:port`, `dns:///name:port` (every address of the name is a backend), or
 * `dns://server/name:port` to use a specific DNS server.
 */
export const serviceAddress = z
  .string()
  .regex(/^(unix:\/.+|dns:\/\/[^\s/]*\/[^\s/]+:\d+|[^\s/:]+:\d+|\[[0-9a-fA-F:]+\]:\d+)$/, {
    message: 'must be unix:/path, host:port or dns:///name:port',
  })
  .refine((text) => text.startsWith('unix:') || hasPossiblePort(text), HIGHEST_PORT_RULE);

/** A PostgreSQL connection string, which may name several servers. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    hasReadableServers,
    'must have the form postgresql://user:password@host:port/database, with special characters percent-encoded',
  );

/** Redis' address. */
export const redisUrl = z
  .string()
  .refine(
    (text) => /^rediss?:\/\//.test(text) && URL.canParse(text),
    'must be redis:// or rediss:// with a host and perhaps user, password, and port, special characters percent-encoded',
  );

/** The address of an HTTP server: scheme, host, and perhaps a port. */
export const serverUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s/?#@]+\/?$/.test(text) && URL.canParse(text),
    'must be http://host:port or https://host:port',
  );

/** A name or password for something outside. Most files end with a line break, which is never part of one. */
export const credentialSetting = z
  .string()
  .regex(/^\P{Cc}+$/u, 'must not have a line break, also at its end, or another control character');

const SHORTEST_SECRET = 32;
const SHORTEST_SECRET_RULE = `must have at least ${SHORTEST_SECRET} characters`;

/** A secret that keys are derived from. Programs that read it differently would not understand each other. */
export const secretSetting = credentialSetting.min(SHORTEST_SECRET, SHORTEST_SECRET_RULE);

/** A secret that is being replaced: perhaps with a line break, which earlier versions accepted. */
export const previousSecretSetting = z.string().min(SHORTEST_SECRET, SHORTEST_SECRET_RULE);

/** Variables of every service; spread into a service's own `z.object`. */
export const runtimeSettings = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .describe('debug logs each request, never its query'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('where /metrics, /healthz, /readyz, and /servez listen'),
  METRICS_PORT: integerSetting(0, HIGHEST_PORT).default(0).describe('their port; 0 takes any free one'),
  /** Set only while upgrading an installation from a release whose programs shared it. */
  INTERNAL_SECRET: previousSecretSetting
    .optional()
    .describe('only while upgrading from a release whose programs shared it'),
  SHUTDOWN_TIMEOUT_MS: integerSetting(0, 600_000)
    .default(10_000)
    .describe('for requests in flight after SIGTERM'),
};

/** For a program that calls services: its own private key. */
export const callerVariables = {
  CALLER_KEY: z
    .string()
    .refine(
      (text) => succeeds(() => privateKeyOf(text)),
      'must be an Ed25519 key, 43 characters of base64url',
    )
    .describe('private key with which this program signs its calls'),
};

/** For a service: its callers' public keys. */
export const trustVariables = {
  CALLER_PUBLIC_KEYS: z
    .string()
    .refine((text) => succeeds(() => parsePublicKeys(text)), PUBLIC_KEYS_RULE)
    .describe('public keys of the programs that may call: name=key, separated by commas'),
};

/** How a program proves its name. */
export function callerCredentials(variables: {
  CALLER_KEY: string;
  INTERNAL_SECRET?: string | undefined;
}): CallerCredentials {
  return { privateKey: variables.CALLER_KEY, sharedSecret: variables.INTERNAL_SECRET };
}

/** How a service recognizes its callers. */
export function callerTrust(variables: {
  CALLER_PUBLIC_KEYS: string;
  INTERNAL_SECRET?: string | undefined;
}): CallerTrust {
  return { publicKeys: variables.CALLER_PUBLIC_KEYS, sharedSecret: variables.INTERNAL_SECRET };
}

/** Variables of every gRPC service with a PostgreSQL database, with the service's own default number of connections. */
export function rpcServiceVariables(databaseConnections: number) {
  return {
    ...runtimeSettings,
    ...trustVariables,
    RPC_ADDRESS: serviceAddress.describe('own gRPC address: unix:/path or host:port'),
    DATABASE_URL: databaseUrl.describe('PostgreSQL, as the role of this service'),
    DATABASE_CONNECTIONS: integerSetting(1, 100)
      .default(databaseConnections)
      .describe('size of the connection pool'),
    STATEMENT_TIMEOUT_MS: integerSetting(100, 600_000)
      .default(10_000)
      .describe('PostgreSQL cancels a statement after this'),
  };
}

/** The values of {@link rpcServiceVariables} under their names in code. */
export function rpcServiceSettings(variables: z.output<z.ZodObject<ReturnType<typeof rpcServiceVariables>>>) {
  return {
    rpcAddress: variables.RPC_ADDRESS,
    databaseUrl: variables.DATABASE_URL,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    statementTimeoutMs: variables.STATEMENT_TIMEOUT_MS,
    trust: callerTrust(variables),
    logLevel: variables.LOG_LEVEL,
    metricsHost: variables.METRICS_HOST,
    metricsPort: variables.METRICS_PORT,
    shutdownTimeoutMs: variables.SHUTDOWN_TIMEOUT_MS,
  };
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
