import type { Metrics } from '@heliograph/runtime';
import type { BreakerState } from './domain/circuit-breaker';
import type { Purpose } from './providers/provider';

const BREAKER_STATES: readonly BreakerState[] = ['closed', 'half_open', 'open'];
const PURPOSES: readonly Purpose[] = ['query', 'document'];
/** Seconds; from one text on a free core to a batch that waited until its deadline. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Sources that gauges read on scrape. */
interface GaugeSources {
  cacheEntries: () => number;
  documentWorkers: () => number;
  waiting: (purpose: Purpose) => number;
}

/** The embedding service's metrics. */
export class EmbeddingMetrics {
  private readonly seconds;
  private readonly texts;
  private readonly failures;
  private readonly lookups;
  private readonly skips;
  private readonly breaker;

  constructor(private readonly metrics: Metrics) {
    this.seconds = metrics.histogram(
      'embedding_seconds',
      'Seconds to embed with the provider, including waits and retries; cached queries are not counted.',
      ['provider', 'purpose'],
      SECONDS_BUCKETS,
    );
    this.texts = metrics.counter('embedding_texts_total', 'Texts requested to be embedded.', ['purpose']);
    this.failures = metrics.counter('embedding_failures_total', 'Failures to embed, each attempt counted.', [
      'reason',
    ]);
    this.lookups = metrics.counter('embedding_cache_total', 'Query vectors by source.', ['result']);
    this.skips = metrics.counter(
      'embedding_cache_redis_skips_total',
      'Times Redis was skipped because it was down, slow, or held an invalid vector.',
    );
    this.breaker = metrics.gauge(
      'embedding_breaker_state',
      'Circuit breaker of the provider: 1 for its current state (closed, open or half_open).',
      ['state'],
    );
    this.breakerChanged('closed');
  }

  /** Gauges are read on scrape. */
  watch(sources: GaugeSources): void {
    this.metrics.gauge('embedding_cache_entries', 'Query vectors in memory.', [], (gauge) =>
      gauge.set(sources.cacheEntries()),
    );
    this.metrics.gauge(
      'embedding_document_workers',
      'Threads with the local model loaded for documents.',
      [],
      (gauge) => gauge.set(sources.documentWorkers()),
    );
    this.metrics.gauge(
      'embedding_waiting',
      'Items waiting for the provider: texts for the local model, requests for a vendor.',
      ['purpose'],
      (gauge) => {
        for (const purpose of PURPOSES) gauge.set({ purpose }, sources.waiting(purpose));
      },
    );
  }

  textsAsked(purpose: Purpose, count: number): void {
    this.texts.inc({ purpose }, count);
  }

  embedded(provider: string, purpose: Purpose, seconds: number): void {
    this.seconds.observe({ provider, purpose }, seconds);
  }

  failed(reason: string): void {
    this.failures.inc({ reason });
  }

  lookedUp(result: string): void {
    this.lookups.inc({ result });
  }

  redisSkipped(): void {
    this.skips.inc();
  }

  breakerChanged(current: BreakerState): void {
    for (const state of BREAKER_STATES) this.breaker.set({ state }, state === current ? 1 : 0);
  }
}
