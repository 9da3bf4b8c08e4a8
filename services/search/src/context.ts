import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { SearchStore } from './storage/search-store';

/** What search's calls depend on. */
export interface Context {
  logger: Logger;
  metrics: Metrics;
  pool: Pool;
  store: SearchStore;
}

/** What a test may bring along. */
export interface Overrides extends Partial<Pick<Context, 'logger' | 'metrics' | 'pool'>> {
  /** The clock that tells what today is. */
  now?: () => Date;
}
