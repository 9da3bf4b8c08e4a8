import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Prometheus metrics of one process; every name has the prefix `heliograph_`. */
export interface Metrics {
  registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter<string>;
  /**
   * @param collect sets the gauge on each scrape.
   * @param onFailure receives what `collect` throws, and the gauge stays stale; without it, the scrape fails.
   */
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: (gauge: Gauge<string>) => void | Promise<void>,
    onFailure?: (error: unknown) => void,
  ): Gauge<string>;
  histogram(
    name: string,
    help: string,
    labels?: readonly string[],
    buckets?: readonly number[],
  ): Histogram<string>;
}

/** In seconds, from a cached response to a deadline. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A service's own registry, so that several services can live in one test process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, prefix: 'heliograph_' });
  const common = (name: string, help: string, labels: readonly string[] = []) => ({
    name: `heliograph_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    registry,
    counter: (name, help, labels) => new Counter(common(name, help, labels)),
    gauge: (name, help, labels, collect, onFailure) =>
      new Gauge({
        ...common(name, help, labels),
        ...(collect && {
          async collect(this: Gauge<string>) {
            try {
              await collect(this);
            } catch (error) {
              if (!onFailure) throw error;
              onFailure(error);
            }
          },
        }),
      }),
    histogram: (name, help, labels, buckets = DURATION_BUCKETS) =>
      new Histogram({ ...common(name, help, labels), buckets: [...buckets] }),
  };
}
