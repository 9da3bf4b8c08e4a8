import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { NotifierMetrics } from './metrics';

/** What the notifier's calls and loops depend on. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped, and the notifier's own metrics in it. */
  registry: Metrics;
  metrics: NotifierMetrics;
  pool: Pool;
  /** Lets go of everything that was made with the context. */
  release(): Promise<void>;
}

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
