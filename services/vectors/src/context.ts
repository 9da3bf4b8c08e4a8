import type { Logger, Metrics } from '@heliograph/runtime';
import type { VectorsMetrics } from './metrics';
import type { IndexThread } from './worker/index-thread';

/** What the vectors service's calls depend on. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped, and the service's own metrics in it. */
  registry: Metrics;
  metrics: VectorsMetrics;
  index: IndexThread;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry'>>;
