import {
  callerTrust,
  ConfigError,
  integerSetting,
  loadConfig as load,
  redisUrl,
  runtimeSettings,
  secretSetting,
  serviceAddress,
  trustVariables,
  VECTOR_LIMITS,
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
  RPC_ADDRESS: serviceAddress.describe('own gRPC address: unix:/path or host:port'),
  EMBEDDING_PROVIDER: z
    .enum(['local', 'gemini', 'openai', 'none'])
    .default('local')
    .describe('local, gemini, openai, or none'),
  EMBEDDING_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 characters of ASCII without spaces')
    .optional()
    .describe("the provider's name for the model; not with local"),
  EMBEDDING_URL: providerUrl
    .optional()
    .describe("the provider's own by default; gemini without /v1beta, openai with the version"),
  EMBEDDING_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional()
    .describe('required with gemini, and with openai at its own address'),
  EMBEDDING_DIMENSIONS: integerSetting(1, VECTOR_LIMITS.dimensions)
    .optional()
    .describe('768 by default; local has 384'),
  EMBEDDING_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000).describe('for one attempt'),
  EMBEDDING_CONCURRENCY: integerSetting(1, 1_000).default(4).describe('concurrent requests to a provider'),
  EMBEDDING_WORKERS: integerSetting(1, 64)
    .optional()
    .describe('threads for documents; one per core by default'),
  EMBEDDING_WORKER_IDLE_MS: integerSetting(100, 86_400_000)
    .default(60_000)
    .describe('idle document threads end after this'),
  REDIS_URL: redisUrl.optional().describe('shares query vectors between instances'),
  REDIS_TIMEOUT_MS: integerSetting(1, 1_000).default(50).describe('for a call to Redis'),
  EMBEDDING_CACHE_SECRET: secretSetting
    .optional()
    .describe('required with REDIS_URL; at least 32 characters, the same for all instances'),
});

/** Its variables, for programs that pass them on. */
export const variables = schema.shape;

/** Settings of the provider. */
export interface ProviderSettings {
  kind: 'local' | 'gemini' | 'openai' | 'none';
  model: string | undefined;
  url: string | undefined;
  apiKey: string | undefined;
  dimensions: number | undefined;
  /** Timeout of one attempt over HTTP. */
  timeoutMs: number;
  /** Concurrent requests to an HTTP provider. */
  concurrency: number;
  /** Maximum threads of the local model for documents. */
  documentWorkers: number;
  /** Milliseconds without documents after which those threads end. */
  workerIdleMs: number;
}

/** The embedding service's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  const { EMBEDDING_PROVIDER: kind, EMBEDDING_DIMENSIONS: dimensions } = settings;
  if (kind === 'local' && dimensions !== undefined && dimensions !== LOCAL_MODEL.dimensions) {
    throw new ConfigError([
      `EMBEDDING_DIMENSIONS: must be ${LOCAL_MODEL.dimensions} or unset with the local model`,
    ]);
  }
  if (settings.REDIS_URL !== undefined && settings.EMBEDDING_CACHE_SECRET === undefined) {
    throw new ConfigError(['EMBEDDING_CACHE_SECRET is required with REDIS_URL']);
  }
  const provider: ProviderSettings = {
    kind,
    model: settings.EMBEDDING_MODEL,
    url: settings.EMBEDDING_URL,
    apiKey: settings.EMBEDDING_API_KEY,
    dimensions,
    timeoutMs: settings.EMBEDDING_TIMEOUT_MS,
    concurrency: settings.EMBEDDING_CONCURRENCY,
    documentWorkers: settings.EMBEDDING_WORKERS ?? availableParallelism(),
    workerIdleMs: settings.EMBEDDING_WORKER_IDLE_MS,
  };
  return {
    provider,
    redisUrl: settings.REDIS_URL,
    redisTimeoutMs: settings.REDIS_TIMEOUT_MS,
    /**
     * Key of the hashes that cached vectors are named by, which hide the texts. A private cache needs no shared secret.
     */
    cacheSecret: settings.EMBEDDING_CACHE_SECRET ?? randomBytes(32).toString('base64url'),
    rpcAddress: settings.RPC_ADDRESS,
    trust: callerTrust(settings),
    logLevel: settings.LOG_LEVEL,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
  };
}

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !(username || password || search || hash);
}
