import type { Metrics } from '@heliograph/runtime';
import { PARTS, type Blockers, type Part } from './blockers';

const BATCH_SECONDS_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const BATCH_SIZE_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000];

/** What the gauges read on a scrape. */
interface GaugeSources {
  consumerLag: () => Promise<number>;
  feedLag: () => Promise<number>;
  deadLetters: () => Promise<number>;
  /** What the last comparison found; undefined before the first. */
  comparison: () => Promise<{ missing: number; surplus: number; atSeconds: number } | undefined>;
  blockers: Pick<Blockers, 'has'>;
}

export class IndexerMetrics {
  private readonly events;
  private readonly batchSize;
  private readonly batchSeconds;
  private readonly embeddedTexts;
  private readonly reusedVectors;
  private readonly publishedEvents;
  private readonly markedSignals;
  private readonly failures;
  private readonly leading;
  private readonly indexVersion;
  private readonly indexWritten;
  private readonly indexDifferences;

  constructor(private readonly metrics: Metrics) {
    this.events = metrics.counter('indexer_events_total', 'Events by outcome.', ['outcome']);
    this.batchSize = metrics.histogram('indexer_batch_size', 'Messages per batch.', [], BATCH_SIZE_BUCKETS);
    this.batchSeconds = metrics.histogram(
      'indexer_batch_seconds',
      'Seconds to process a batch, including pauses during outages.',
      [],
      BATCH_SECONDS_BUCKETS,
    );
    this.embeddedTexts = metrics.counter('indexer_embedded_total', 'Texts embedded.');
    this.reusedVectors = metrics.counter(
      'indexer_reused_total',
      'Changed signals whose text, and therefore vector, stayed the same.',
    );
    this.publishedEvents = metrics.counter('indexer_published_total', 'Catalog changes published.');
    this.markedSignals = metrics.counter(
      'indexer_scheduled_published_total',
      'Scheduled signals marked as published when their time came.',
    );
    this.failures = metrics.counter(
      'indexer_failures_total',
      'Failed attempts, by cause; they are retried.',
      ['part'],
    );
    for (const part of PARTS) this.failures.inc({ part }, 0);
    this.indexVersion = metrics.gauge(
      'indexer_signal_index_version',
      'Catalog version that the search engine has, according to the leader; 0 while it is being filled.',
    );
    this.indexWritten = metrics.counter(
      'indexer_signal_index_written_total',
      'Signals added to or removed from the search engine.',
    );
    this.indexDifferences = metrics.counter(
      'indexer_signal_index_differences_total',
      'Missing or excess signals in the search engine, found by comparison and repaired.',
      ['kind'],
    );
    for (const kind of ['missing', 'surplus']) this.indexDifferences.inc({ kind }, 0);
    this.leading = metrics.gauge(
      'indexer_leading',
      'Whether this process publishes changes and repairs the index.',
    );
  }

  /** Gauges are read on each scrape; if a source fails, its gauge stays stale. */
  watch(sources: GaugeSources, onFailure: (error: unknown) => void): void {
    const watch = (name: string, help: string, read: () => Promise<number | undefined>) =>
      this.metrics.gauge(
        name,
        help,
        [],
        async (gauge) => {
          const value = await read();
          if (value !== undefined) gauge.set(value);
        },
        onFailure,
      );
    watch('indexer_consumer_lag', 'Events not yet processed.', sources.consumerLag);
    watch('indexer_feed_lag', 'Catalog changes not yet published, at most 100,000.', sources.feedLag);
    watch('indexer_dead_letters', 'Dead letters not yet sent back.', sources.deadLetters);
    watch(
      'indexer_missing',
      'Signals missing or outdated in the index at the last comparison.',
      async () => (await sources.comparison())?.missing,
    );
    watch(
      'indexer_surplus',
      'Points without a signal in the catalog at the last comparison.',
      async () => (await sources.comparison())?.surplus,
    );
    watch(
      'indexer_compared_timestamp',
      'When catalog and index were last compared, in seconds since the Unix epoch; 0 for never.',
      async () => (await sources.comparison())?.atSeconds ?? 0,
    );
    this.metrics.gauge('indexer_held_up', 'Whether indexing is blocked, by cause.', ['part'], (gauge) => {
      for (const part of PARTS) gauge.set({ part }, sources.blockers.has(part) ? 1 : 0);
    });
  }

  /** A batch was processed, in this many seconds. */
  batchHandled({ handled, deadLettered }: { handled: number; deadLettered: number }, seconds: number): void {
    this.events.inc({ outcome: 'handled' }, handled);
    this.events.inc({ outcome: 'dead_lettered' }, deadLettered);
    this.batchSize.observe(handled + deadLettered);
    this.batchSeconds.observe(seconds);
  }

  embedded(texts: number): void {
    this.embeddedTexts.inc(texts);
  }

  reused(signals: number): void {
    this.reusedVectors.inc(signals);
  }

  marked(signals: number): void {
    this.markedSignals.inc(signals);
  }

  published(events: number): void {
    this.publishedEvents.inc(events);
  }

  failed(part: Part): void {
    this.failures.inc({ part });
  }

  indexed(signals: number): void {
    this.indexWritten.inc(signals);
  }

  indexHolds(version: number): void {
    this.indexVersion.set(version);
  }

  indexDiffered({ missing, surplus }: { missing: number; surplus: number }): void {
    this.indexDifferences.inc({ kind: 'missing' }, missing);
    this.indexDifferences.inc({ kind: 'surplus' }, surplus);
  }

  leads(isLeader: boolean): void {
    this.leading.set(isLeader ? 1 : 0);
  }
}
