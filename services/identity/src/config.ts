import {
  databaseUrl,
  integerSetting,
  loadConfig as load,
  runtimeSettings,
  serviceAddress,
} from '@heliograph/runtime';
import { z } from 'zod';

const schema = z.object({
  ...runtimeSettings,
  RPC_ADDRESS: serviceAddress,
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: integerSetting(1, 100).default(6),
  STATEMENT_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000),
});

/** Identity's settings; README.md says what each means. */
export interface Config {
  rpcAddress: string;
  databaseUrl: string;
  databaseConnections: number;
  statementTimeoutMs: number;
  internalSecret: string;
  logLevel: string;
  metricsHost: string;
  metricsPort: number;
  shutdownTimeoutMs: number;
}

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = load(schema, environment);
  return {
    rpcAddress: settings.RPC_ADDRESS,
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    statementTimeoutMs: settings.STATEMENT_TIMEOUT_MS,
    internalSecret: settings.INTERNAL_SECRET,
    logLevel: settings.LOG_LEVEL,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
  };
}
