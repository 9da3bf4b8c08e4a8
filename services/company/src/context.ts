import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { CompanyStore } from './storage/company-store';
import type { IdentityStore } from './storage/identity-store';
import type { FilterOptionsStore } from './storage/filter-options-store';

/** What company's calls depend on. */
export interface Context {
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  companies: CompanyStore;
  identities: IdentityStore;
  /** Categories, hiring labels and funding stages. */
  identifiers: FilterOptionsStore;
  /** Industries and countries. */
  values: FilterOptionsStore;
}

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
