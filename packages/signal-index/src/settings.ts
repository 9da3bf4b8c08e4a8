import { ConfigError, credentialSetting, serverUrl } from '@heliograph/runtime';
import { z } from 'zod';

export interface SignalIndexSettings {
  /** `http://` or `https://`; each a node of one cluster. */
  urls: readonly string[];
  /** Prefix of index names, so that several installations can share a cluster. */
  prefix: string;
  username?: string;
  password?: string;
  /** For a new index; an existing one keeps its own. */
  shards: number;
  replicas: number;
}

const number = (minimum: number, maximum: number, fallback: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(fallback);

/** Variables of the index; spread into a program's `z.object`. */
export const signalIndexVariables = {
  OPENSEARCH_URL: z
    .string()
    .refine(
      (text) => text.split(',').every((url) => serverUrl.safeParse(url).success),
      'must be http://host:port or https://host:port, several separated by commas',
    )
    .optional()
    .describe('http(s)://host:port, separated by commas'),
  OPENSEARCH_USERNAME: credentialSetting.max(256).optional().describe('with OPENSEARCH_PASSWORD'),
  OPENSEARCH_PASSWORD: credentialSetting.max(4096).optional().describe('with OPENSEARCH_USERNAME'),
  OPENSEARCH_INDEX_PREFIX: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,59}$/,
      'must be 1 to 60 lowercase letters, digits, or dashes, starting with a letter',
    )
    .default('heliograph')
    .describe('for installations that share a cluster'),
  OPENSEARCH_SHARDS: number(1, 64, 1).describe('of an index that is created'),
  OPENSEARCH_REPLICAS: number(0, 8, 0).describe('of an index that is created'),
};

type SignalIndexVariables = z.output<z.ZodObject<typeof signalIndexVariables>>;

/**
 * The settings of the index from variables; undefined without OPENSEARCH_URL.
 *
 * @throws ConfigError when only one of user name and password is set.
 */
export function signalIndexSettings(variables: SignalIndexVariables): SignalIndexSettings | undefined {
  const { OPENSEARCH_URL: url, OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password } = variables;
  if ((username === undefined) !== (password === undefined)) {
    throw new ConfigError(['OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD must be set together']);
  }
  if (url === undefined) return undefined;
  return {
    urls: url.split(',').map((each) => each.replace(/\/$/, '')),
    prefix: variables.OPENSEARCH_INDEX_PREFIX,
    shards: variables.OPENSEARCH_SHARDS,
    replicas: variables.OPENSEARCH_REPLICAS,
    ...(username !== undefined && { username, password }),
  };
}
