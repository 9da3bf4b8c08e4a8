import type { Metrics } from '@heliograph/runtime';

/** Where the figures come from. */
interface SignalIndexState {
  lagMs: () => number;
  version: () => number;
}

/** The state of the index in OpenSearch, as this process knows it. */
export class SignalIndexMetrics {
  private readonly failures;

  constructor(private readonly metrics: Metrics) {
    this.failures = metrics.counter(
      'search_signal_index_failures_total',
      'Failures to read the state of the index in OpenSearch, or to confirm the reader lease. Each is retried.',
    );
  }

  watch({ lagMs, version }: SignalIndexState): void {
    const gauge = (name: string, help: string, read: () => number) =>
      this.metrics.gauge(name, help, [], (each) => {
        const value = read();
        if (Number.isFinite(value)) each.set(value);
      });
    gauge(
      'search_signal_index_lag_seconds',
      'Seconds that answers from OpenSearch may be behind the catalog.',
      () => lagMs() / 1000,
    );
    gauge(
      'search_signal_index_version',
      'Catalog version that the index in OpenSearch has; 0 without one.',
      version,
    );
  }

  failed(): void {
    this.failures.inc();
  }
}
