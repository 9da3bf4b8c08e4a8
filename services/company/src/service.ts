import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics } from '@heliograph/runtime';
import { DatabaseError } from 'pg';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { serveCompany } from './rpc/company-rpc';
import { CompanyStore } from './storage/company-store';
import { FilterOptionsStore } from './storage/filter-options-store';

/** Company as a whole; opens nothing before `start`. */
export function createCompanyService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'company', level: config.logLevel });
  const metrics = overrides.metrics ?? createMetrics('company');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-company',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      metrics,
    );
  const loads = metrics.counter(
    'company_filter_option_loads_total',
    'Times the filter options were read anew.',
  );
  const context: Context = {
    logger,
    metrics,
    pool,
    companies: new CompanyStore(pool),
    filterOptions: new FilterOptionsStore(pool, () => loads.inc()),
  };
  return new RpcService({
    name: 'company',
    settings: config,
    logger,
    metrics,
    checkReady: () => pool.query('SELECT FROM catalog.state'),
    // Fails the start when there is no catalog to read, and has the first answer at hand.
    prepare: async () => {
      await context.filterOptions.current().catch(explainMissingCatalog);
    },
    serve: (server) => serveCompany(server, context),
    release: () => pool.end(),
  });
}

const UNDEFINED_TABLE = '42P01';

function explainMissingCatalog(error: unknown): never {
  if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) {
    throw new Error('the database has no catalog yet: run "heliograph-admin migrate"', { cause: error });
  }
  throw error;
}
