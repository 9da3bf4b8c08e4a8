import type { Logger, Metrics } from '@heliograph/runtime';
import type { VectorsMetrics } from './metrics';
import type { IndexThread } from './worker/index-thread';

/** Dependencies of the vectors service's calls. */
export interface Context {
  logger: Logger;
  /** The scraped registry, and the service's own metrics in it. */
  registry: Metrics;
  metrics: VectorsMetrics;
  index: IndexThread;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry'>>;
