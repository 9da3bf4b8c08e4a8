import type { Metrics } from '@heliograph/runtime';
import type { CollectionStatus } from './domain/point';

type QueueName = 'query' | 'command';

/** From a small collection to millions of vectors. */
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.25, 2.5];

interface MetricSources {
  waiting(): Record<QueueName, number>;
  collections(): Promise<CollectionStatus[]>;
}

/** Metrics of the vectors service. */
export class VectorsMetrics {
  private readonly querySeconds;
  private readonly commandSeconds;
  private readonly upserted;
  private readonly removed;
  private readonly droppedCalls;
  private readonly damagedCollections;

  constructor(private readonly metrics: Metrics) {
    this.querySeconds = metrics.histogram(
      'vectors_query_seconds',
      'Seconds per scan of a collection, excluding waits.',
      [],
      SECONDS_BUCKETS,
    );
    this.commandSeconds = metrics.histogram(
      'vectors_command_seconds',
      'Seconds per other index operation, excluding waits.',
      ['operation'],
      SECONDS_BUCKETS,
    );
    this.upserted = metrics.counter('vectors_upsert_points_total', 'Points by outcome: stored, or older.', [
      'outcome',
    ]);
    this.removed = metrics.counter('vectors_removed_points_total', 'Points removed.');
    this.droppedCalls = metrics.counter(
      'vectors_dropped_total',
      'Calls dropped before they started, by kind (query, command) and reason: full, or expired.',
      ['kind', 'reason'],
    );
    this.damagedCollections = metrics.counter(
      'vectors_damaged_collections_total',
      'Damaged collections that were discarded.',
    );
  }

  /** Gauges are read on scrape; while the index does not answer, those of collections are omitted. */
  watch(sources: MetricSources): void {
    this.metrics.gauge('vectors_waiting', 'Calls waiting for the index, by kind.', ['kind'], (gauge) => {
      for (const [kind, count] of Object.entries(sources.waiting())) gauge.set({ kind }, count);
    });
    let collections: Promise<CollectionStatus[]> | undefined;
    const statuses = () => {
      // All gauges of a scrape come from the same moment.
      collections ??= sources
        .collections()
        .catch(() => [])
        .finally(() => (collections = undefined));
      return collections;
    };
    const watch = (name: string, help: string, read: (status: CollectionStatus) => number) =>
      this.metrics.gauge(name, help, ['collection'], async (gauge) => {
        const found = await statuses();
        gauge.reset();
        for (const status of found) gauge.set({ collection: status.name }, read(status));
      });
    watch('vectors_points', 'Points per collection.', ({ points }) => points);
    watch('vectors_coded', 'Points with codes, per collection.', ({ coded }) => coded);
    watch(
      'vectors_coded_queries',
      'Queries answered with codes, per collection, since the start.',
      ({ codedQueries }) => codedQueries,
    );
    watch('vectors_file_bytes', 'Size of a collection on disk.', ({ bytes }) => bytes);
  }

  /** Records a completed operation and how long it took. */
  done(operation: string, seconds: number): void {
    if (operation === 'query') this.querySeconds.observe(seconds);
    else this.commandSeconds.observe({ operation }, seconds);
  }

  /** Counts the points of a batch that were stored, and those that exist in a newer version. */
  pointsUpserted(stored: number, older: number): void {
    this.upserted.inc({ outcome: 'stored' }, stored);
    this.upserted.inc({ outcome: 'older' }, older);
  }

  pointsRemoved(count: number): void {
    this.removed.inc(count);
  }

  dropped(kind: QueueName, reason: 'full' | 'expired'): void {
    this.droppedCalls.inc({ kind, reason });
  }

  damaged(): void {
    this.damagedCollections.inc();
  }
}
