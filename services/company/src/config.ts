import { loadConfig as load, rpcServiceSettings, rpcServiceVariables } from '@heliograph/runtime';
import { z } from 'zod';

const schema = z.object(rpcServiceVariables(4));

/** Company's variables, for programs that pass them on. */
export const variables = schema.shape;

/** Company's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  return rpcServiceSettings(load(schema, environment));
}
