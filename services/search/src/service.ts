import { createPool } from '@heliograph/postgres';
import { RpcService, createLogger, createMetrics } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { SearchMetrics } from './metrics';
import { serveSearch } from './rpc/search-rpc';
import { refreshRegularly } from './storage/refresh-regularly';
import { SearchStore } from './storage/search-store';

/** Search as a whole; opens nothing before `start`. */
export function createSearchService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'search', level: config.logLevel });
  const metrics = overrides.metrics ?? createMetrics('search');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-search',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      metrics,
    );
  const { answered } = new SearchMetrics(metrics);
  const store = new SearchStore(pool, { now: overrides.now, onAnswered: answered });
  const context: Context = { logger, metrics, pool, store };
  return new RpcService({
    name: 'search',
    settings: config,
    logger,
    metrics,
    checkReady: () => pool.query('SELECT FROM catalog.state'),
    prepare: async (cleanup) => {
      await context.store.refreshStatistics();
      const stop = refreshRegularly(context, config.statisticsIntervalMs);
      cleanup.add('statistics', stop);
    },
    serve: (server) => serveSearch(server, context),
    release: () => pool.end(),
  });
}
