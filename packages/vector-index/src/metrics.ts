import { ServiceError, type Metrics } from '@heliograph/runtime';

/** Metrics of a vector index's callers; without a registry nothing is measured. */
export interface VectorIndexMetrics {
  /** Runs a call and records its duration and outcome. */
  measure<T>(operation: string, call: () => Promise<T>): Promise<T>;
}

/** From a query of a small collection to a batch of many points. */
const SECONDS_BUCKETS = [0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.25, 2.5, 5, 10, 30, 60];

export function createVectorIndexMetrics(metrics: Metrics | undefined): VectorIndexMetrics {
  const seconds = metrics?.histogram(
    'vector_index_call_seconds',
    'Seconds per call to the vector index, as measured by the caller, by operation and outcome (ok or an error code).',
    ['operation', 'outcome'],
    SECONDS_BUCKETS,
  );
  return {
    measure: async (operation, call) => {
      const began = performance.now();
      const note = (outcome: string) =>
        seconds?.observe({ operation, outcome }, (performance.now() - began) / 1000);
      try {
        const result = await call();
        note('ok');
        return result;
      } catch (error) {
        note(error instanceof ServiceError ? error.code : 'aborted');
        throw error;
      }
    },
  };
}
