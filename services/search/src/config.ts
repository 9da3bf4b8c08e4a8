import {
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
} from '@heliograph/runtime';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(8),
  STATISTICS_INTERVAL_MS: integerSetting(100, 600_000).default(5_000),
});

/** Search's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  return { ...rpcServiceSettings(variables), statisticsIntervalMs: variables.STATISTICS_INTERVAL_MS };
}
