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
  RPC_ADDRESS: serviceAddress,
  VECTORS_DIRECTORY: z.string().min(1),
  VECTORS_WAITING_QUERIES: integerSetting(1, 10_000).default(256),
  VECTORS_WAITING_COMMANDS: integerSetting(1, 1_000).default(32),
});

/** The vectors service's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  return {
    rpcAddress: variables.RPC_ADDRESS,
    trust: callerTrust(variables),
    logLevel: variables.LOG_LEVEL,
    metricsHost: variables.METRICS_HOST,
    metricsPort: variables.METRICS_PORT,
    shutdownTimeoutMs: variables.SHUTDOWN_TIMEOUT_MS,
    directory: variables.VECTORS_DIRECTORY,
    waitingQueries: variables.VECTORS_WAITING_QUERIES,
    waitingCommands: variables.VECTORS_WAITING_COMMANDS,
  };
}
