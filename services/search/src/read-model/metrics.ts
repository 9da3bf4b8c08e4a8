import type { SegmentView } from '@heliograph/read-model';
import type { Metrics } from '@heliograph/runtime';

/** Where the figures come from. */
interface ReadModelState {
  lagMs: () => number;
  views: () => readonly SegmentView[];
  version: () => number;
}

/** The state of the corpus in memory. */
export class ReadModelMetrics {
  private readonly failures;

  constructor(private readonly metrics: Metrics) {
    this.failures = metrics.counter(
      'search_read_model_failures_total',
      'Failures to read the catalog, to confirm the reader lease, or to merge segments. Each is retried.',
    );
  }

  watch({ lagMs, views, version }: ReadModelState): void {
    const gauge = (name: string, help: string, read: () => number) =>
      this.metrics.gauge(name, help, [], (each) => {
        const value = read();
        if (Number.isFinite(value)) each.set(value);
      });
    gauge(
      'search_read_model_lag_seconds',
      'Seconds that answers may be behind the catalog.',
      () => lagMs() / 1000,
    );
    gauge('search_read_model_version', 'Catalog version of answers.', version);
    gauge('search_read_model_segments', 'Segments that each search scans.', () => views().length);
    gauge(
      'search_read_model_rows',
      'Rows in memory, including those of replaced and withdrawn signals.',
      () => views().reduce((sum, { segment }) => sum + segment.rows, 0),
    );
  }

  failed(): void {
    this.failures.inc();
  }
}
