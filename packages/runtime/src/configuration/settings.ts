import { z } from 'zod';

/** A whole number in a variable, within bounds. */
export function integerSetting(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
}

/**
 * A gRPC address: `unix:/path`, `host:port`, `dns:///name:port` (every address of the name is a backend), or
 * `dns://server/name:port` to ask a certain DNS server.
 */
export const serviceAddress = z
  .string()
  .regex(/^(unix:\/.+|dns:\/\/[^\s/]*\/[^\s/]+:\d+|[^\s/:]+:\d+|\[[0-9a-fA-F:]+\]:\d+)$/, {
    message: 'must be unix:/path, host:port or dns:///name:port',
  });

/** A PostgreSQL connection string. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');

/** A secret that keys are derived from. */
export const secretSetting = z.string().min(32, 'must have at least 32 characters');

/** Variables that every service reads; spread into a service's own `z.object`. */
export const runtimeSettings = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: integerSetting(0, 65535).default(0),
  INTERNAL_SECRET: secretSetting,
  /** Also taken from callers, while one secret is exchanged for another. */
  INTERNAL_SECRET_PREVIOUS: secretSetting.optional(),
  SHUTDOWN_TIMEOUT_MS: integerSetting(0, 600_000).default(10_000),
};

/** Variables that every gRPC service over PostgreSQL reads, with its own number of connections as default. */
export function rpcServiceVariables(databaseConnections: number) {
  return {
    ...runtimeSettings,
    RPC_ADDRESS: serviceAddress,
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: integerSetting(1, 100).default(databaseConnections),
    STATEMENT_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000),
  };
}

/** The values of {@link rpcServiceVariables} under the names that code uses. */
export function rpcServiceSettings(variables: z.output<z.ZodObject<ReturnType<typeof rpcServiceVariables>>>) {
  return {
    rpcAddress: variables.RPC_ADDRESS,
    databaseUrl: variables.DATABASE_URL,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    statementTimeoutMs: variables.STATEMENT_TIMEOUT_MS,
    internalSecret: variables.INTERNAL_SECRET,
    previousInternalSecret: variables.INTERNAL_SECRET_PREVIOUS,
    logLevel: variables.LOG_LEVEL,
    metricsHost: variables.METRICS_HOST,
    metricsPort: variables.METRICS_PORT,
    shutdownTimeoutMs: variables.SHUTDOWN_TIMEOUT_MS,
  };
}
