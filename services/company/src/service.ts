import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics } from '@heliograph/runtime';
import { DatabaseError } from 'pg';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { serveCompany } from './rpc/company-rpc';
import { CompanyStore } from './storage/company-store';
import { IdentityStore } from './storage/identity-store';
import { createTestContext } from './test-corpus/create-test-context';
import { identifierBounds, valueBounds } from './domain/filter-options';
import { FilterOptionsStore, type FilterOptionsObserver } from './storage/filter-options-store';

/** The whole company service; opens nothing before `start`. */
export function createCompanyService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'company', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('company');
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
      registry,
    );
  const loads = registry.counter(
    'company_filter_option_loads_total',
    'Times lists of filter options were read from the database.',
  );
  const truncated = registry.gauge(
    'company_filter_options_cut',
    'Whether a list of filter options is truncated to its most used entries.',
    ['list'],
  );
  const observer: FilterOptionsObserver = {
    onLoad: () => loads.inc(),
    onLength: (list, isTruncated) => {
      truncated.set({ list }, isTruncated ? 1 : 0);
      if (isTruncated) logger.warn({ list }, 'a list of filter options is too long; returning the most used');
    },
  };
  const context: Context = {
    logger,
    registry,
    pool,
    companies: new CompanyStore(pool),
    identities: new IdentityStore(pool),
    identifiers: new FilterOptionsStore(pool, identifierBounds, observer),
    values: new FilterOptionsStore(pool, valueBounds, observer),
  };
  return new RpcService({
    name: 'company',
    settings: config,
    logger,
    metrics: registry,
    checkReady: () => pool.query('SELECT FROM catalog.state'),
    // Fails the start if there is no catalog, and prepares the first response.
    prepare: async () => {
      const { identifiers, values } = context;
      await Promise.all([identifiers.current(), values.current()]).catch(explainMissingCatalog);
    },
    serve: (server) => serveCompany(server, context, createTestContext()),
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
