import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { IdentityMetrics } from './metrics';
import type { AccountStore } from './storage/account-store';
import type { KeyStore } from './storage/key-store';
import type { KeyUses } from './storage/key-uses';

/** What identity's calls depend on. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped, and identity's own metrics in it. */
  registry: Metrics;
  metrics: IdentityMetrics;
  pool: Pool;
  accounts: AccountStore;
  keys: KeyStore;
  uses: KeyUses;
}

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
