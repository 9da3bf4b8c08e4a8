import {
  callerTrust,
  ConfigError,
  integerSetting,
  loadConfig as load,
  runtimeSettings,
  secretSetting,
  serviceAddress,
  trustVariables,
} from '@heliograph/runtime';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { LOCAL_MODEL } from './providers/local/local-model';

const providerUrl = z
  .string()
  .refine(
    isPlainHttpUrl,
    'must be a URL that starts with http:// or https://, without user, password, query or fragment',
  );

const schema = z.object({
  ...runtimeSettings,
  ...trustVariables,
  RPC_ADDRESS: serviceAddress,
  EMBEDDING_PROVIDER: z.enum(['local', 'gemini', 'openai', 'none']).default('local'),
  EMBEDDING_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 characters of ASCII without spaces')
    .optional(),
  EMBEDDING_URL: providerUrl.optional(),
  EMBEDDING_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional(),
  EMBEDDING_DIMENSIONS: integerSetting(1, 4_096).optional(),
  EMBEDDING_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000),
  EMBEDDING_CONCURRENCY: integerSetting(1, 1_000).default(4),
  EMBEDDING_WORKERS: integerSetting(1, 64).optional(),
  EMBEDDING_WORKER_IDLE_MS: integerSetting(100, 86_400_000).default(60_000),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  REDIS_TIMEOUT_MS: integerSetting(1, 1_000).default(50),
  EMBEDDING_CACHE_SECRET: secretSetting.optional(),
});

/** The names of its variables, for what hands them out. */
export const embeddingVariables: readonly string[] = Object.keys(schema.shape);

/** What the provider is made from. */
export interface ProviderSettings {
  kind: 'local' | 'gemini' | 'openai' | 'none';
  model: string | undefined;
  url: string | undefined;
  apiKey: string | undefined;
  dimensions: number | undefined;
  /** For one attempt to ask a provider over HTTP. */
  timeoutMs: number;
  /** Requests to a provider over HTTP at once. */
  concurrency: number;
  /** Threads of the local model for documents at most. */
  documentWorkers: number;
  /** Milliseconds without documents after which those threads end. */
  workerIdleMs: number;
}

/** The embedding service's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const variables = load(schema, environment);
  const { EMBEDDING_PROVIDER: kind, EMBEDDING_DIMENSIONS: dimensions } = variables;
  if (kind === 'local' && dimensions !== undefined && dimensions !== LOCAL_MODEL.dimensions) {
    throw new ConfigError([
      `EMBEDDING_DIMENSIONS: must be ${LOCAL_MODEL.dimensions} or unset with the local model`,
    ]);
  }
  if (variables.REDIS_URL !== undefined && variables.EMBEDDING_CACHE_SECRET === undefined) {
    throw new ConfigError(['EMBEDDING_CACHE_SECRET is required with REDIS_URL']);
  }
  const provider: ProviderSettings = {
    kind,
    model: variables.EMBEDDING_MODEL,
    url: variables.EMBEDDING_URL,
    apiKey: variables.EMBEDDING_API_KEY,
    dimensions,
    timeoutMs: variables.EMBEDDING_TIMEOUT_MS,
    concurrency: variables.EMBEDDING_CONCURRENCY,
    documentWorkers: variables.EMBEDDING_WORKERS ?? availableParallelism(),
    workerIdleMs: variables.EMBEDDING_WORKER_IDLE_MS,
  };
  return {
    provider,
    redisUrl: variables.REDIS_URL,
    /** For an answer of Redis. */
    redisTimeoutMs: variables.REDIS_TIMEOUT_MS,
    /** Hides texts in the names of cached vectors. A cache of this process alone needs no shared one. */
    cacheSecret: variables.EMBEDDING_CACHE_SECRET ?? randomBytes(32).toString('base64url'),
    rpcAddress: variables.RPC_ADDRESS,
    trust: callerTrust(variables),
    logLevel: variables.LOG_LEVEL,
    metricsHost: variables.METRICS_HOST,
    metricsPort: variables.METRICS_PORT,
    shutdownTimeoutMs: variables.SHUTDOWN_TIMEOUT_MS,
  };
}

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !(username || password || search || hash);
}
