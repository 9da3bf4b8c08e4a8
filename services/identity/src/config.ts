import {
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
} from '@heliograph/runtime';
import { z } from 'zod';

const schema = z.object({
  ...rpcServiceVariables(6),
  KEY_USE_INTERVAL_MS: integerSetting(10, 3_600_000).default(60_000),
});

/** Identity's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  return { ...rpcServiceSettings(variables), keyUseIntervalMs: variables.KEY_USE_INTERVAL_MS };
}
