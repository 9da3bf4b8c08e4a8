import {
  callerTrust,
  integerSetting,
  loadConfig as load,
  runtimeSettings,
  serviceAddress,
  trustVariables,
} from '@heliograph/runtime';
import { z } from 'zod';

const schema = z.object({
  ...runtimeSettings,
  ...trustVariables,
  RPC_ADDRESS: serviceAddress.describe('own gRPC address: unix:/path or host:port'),
  VECTORS_DIRECTORY: z.string().min(1).describe('where collections are kept; created if missing'),
  VECTORS_WAITING_QUERIES: integerSetting(1, 10_000).default(256).describe('queries that may wait'),
  VECTORS_WAITING_COMMANDS: integerSetting(1, 1_000)
    .default(32)
    .describe('writes that may wait, up to 4 MiB of vectors each'),
});

/** Its variables, for programs that pass them on. */
export const variables = schema.shape;

/** The vectors service's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  return {
    rpcAddress: settings.RPC_ADDRESS,
    trust: callerTrust(settings),
    logLevel: settings.LOG_LEVEL,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    directory: settings.VECTORS_DIRECTORY,
    waitingQueries: settings.VECTORS_WAITING_QUERIES,
    waitingCommands: settings.VECTORS_WAITING_COMMANDS,
  };
}
