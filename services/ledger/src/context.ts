import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { Charge, ChargeOutcome } from './domain/charge';
import type { KeyOutcome, KeyRequest } from './domain/idempotency';
import type { Lanes } from './domain/lanes';
import type { LedgerMetrics } from './metrics';
import type { AccountStore } from './storage/account-store';
import type { KeyStore } from './storage/key-store';

/** What calls and timers of the ledger depend on. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped, and the ledger's own metrics in it. */
  registry: Metrics;
  metrics: LedgerMetrics;
  pool: Pool;
  accounts: AccountStore;
  keys: KeyStore;
  /** Charges on their way into a batch. */
  charges: Lanes<Charge, ChargeOutcome>;
  /** Idempotency keys on their way into a batch. */
  claims: Lanes<KeyRequest, KeyOutcome>;
}

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
