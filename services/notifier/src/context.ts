import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { FaultOfAddress } from './delivery/fault-of-address';
import type { NotifierMetrics } from './metrics';
import type { SecretBox } from './secrets/secret-box';
import type { SavedSearchStore } from './storage/saved-search-store';

/** What the notifier's calls and loops depend on. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped, and the notifier's own metrics in it. */
  registry: Metrics;
  metrics: NotifierMetrics;
  pool: Pool;
  savedSearches: SavedSearchStore;
  /** Encrypts and decrypts the secrets of webhooks. */
  box: SecretBox;
  /** Hosts that webhooks may have though they are private or use http. */
  allowedHosts: readonly string[];
  faultOfAddress: FaultOfAddress;
  /** Lets go of everything that was made with the context. */
  release(): Promise<void>;
}

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
