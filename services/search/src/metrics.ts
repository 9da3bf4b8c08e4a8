import type { Metrics } from '@heliograph/runtime';
import type { Plan } from './domain/sql';

/** Search's own metrics; README.md lists them. */
export class SearchMetrics {
  private readonly seconds;

  constructor(metrics: Metrics) {
    this.seconds = metrics.histogram(
      'search_statement_seconds',
      'Seconds from sending a statement to its rows, waiting for a connection included, by plan.',
      ['plan'],
    );
  }

  /** A statement was answered. */
  readonly answered = (plan: Plan, seconds: number): void => {
    this.seconds.observe({ plan }, seconds);
  };
}
