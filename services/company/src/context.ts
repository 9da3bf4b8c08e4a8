import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { CompanyStore } from './storage/company-store';
import type { FilterOptionsStore } from './storage/filter-options-store';

/** What company's calls depend on. */
export interface Context {
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  companies: Pick<CompanyStore, 'find'>;
  /** Categories, hiring labels and funding stages. */
  identifiers: Pick<FilterOptionsStore, 'current'>;
  /** Industries and countries. */
  values: Pick<FilterOptionsStore, 'current'>;
}

/** What answers out of one corpus: the live one, or that of test keys. */
export type CorpusContext = Pick<Context, 'companies' | 'identifiers' | 'values'>;

/** What a test may bring along. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
