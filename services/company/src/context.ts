import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { CompanyStore } from './storage/company-store';
import type { IdentityStore } from './storage/identity-store';
import type { FilterOptionsStore } from './storage/filter-options-store';

/** Dependencies of company's calls. */
export interface Context {
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  companies: Pick<CompanyStore, 'find'>;
  identities: Pick<IdentityStore, 'findByHost' | 'findByName'>;
  /** Categories, hiring labels, and funding stages. */
  identifiers: Pick<FilterOptionsStore, 'current'>;
  /** Industries and countries. */
  values: Pick<FilterOptionsStore, 'current'>;
}

/** Serves one corpus: the live one, or that of test keys. */
export type CorpusContext = Pick<Context, 'companies' | 'identities' | 'identifiers' | 'values'>;

/** Parts that tests may replace. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
