import { createLogger, createMetrics } from '@heliograph/runtime';
import { cacheKeys } from './cache/cache-key';
import { LRUCache } from 'lru-cache';
import { QueryVectors } from './cache/query-vectors';
import { RedisVectors } from './cache/redis-vectors';
import { NOTHING_SHARED } from './cache/shared-vectors';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { Embedder, embedMeasured } from './embedder';
import { EmbeddingMetrics } from './metrics';
import { createProvider } from './providers/create-provider';
import { HttpProvider } from './providers/http/http-provider';
import { LocalProvider } from './providers/local/local-provider';
import { UnconfiguredProvider } from './providers/none/unconfigured-provider';

/** Query vectors in memory: about 10,000 of 768 dimensions. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Without a model nothing is cached: calls are refused first. A cache allocates room for all its entries, so keep them
 * few.
 */
const NO_MODEL = { identity: '', dimensions: CACHE_BYTES / Float32Array.BYTES_PER_ELEMENT };

/** Builds the service's dependencies; opens no connection and starts no thread yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'embedding', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('embedding');
  const metrics = new EmbeddingMetrics(registry);
  const provider = createProvider(config.provider, {
    logger,
    observer: {
      onFailure: (reason) => metrics.failed(reason),
      onBreaker: (state) => metrics.breakerChanged(state),
    },
  });
  if (provider instanceof UnconfiguredProvider) {
    logger.warn({ provider: provider.name }, provider.advice);
  }
  const { identity, dimensions } = provider.model ?? NO_MODEL;
  const sharedVectors =
    config.redisUrl === undefined
      ? NOTHING_SHARED
      : new RedisVectors(
          { url: config.redisUrl, timeoutMs: config.redisTimeoutMs, dimensions },
          { logger, onSkip: () => metrics.redisSkipped() },
        );
  const memory = new LRUCache<string, Float32Array>({
    max: Math.floor(CACHE_BYTES / (dimensions * Float32Array.BYTES_PER_ELEMENT)),
  });
  const queries = new QueryVectors({
    keyOf: cacheKeys(config.cacheSecret, identity),
    memory,
    shared: sharedVectors,
    embed: async (text, remainingMs) => {
      const [vector] = await embedMeasured(provider, metrics, [text], { purpose: 'query', remainingMs });
      return vector!;
    },
    observer: { onLookup: (result) => metrics.lookedUp(result) },
  });
  metrics.watch({
    cacheEntries: () => memory.size,
    documentWorkers: () => (provider instanceof LocalProvider ? provider.documentWorkers : 0),
    waiting: (purpose) =>
      provider instanceof LocalProvider || provider instanceof HttpProvider ? provider.waiting(purpose) : 0,
  });
  return { logger, registry, provider, sharedVectors, embedder: new Embedder(provider, queries, metrics) };
}
