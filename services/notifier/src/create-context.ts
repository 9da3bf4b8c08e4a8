import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { NotifierMetrics } from './metrics';

/** Builds what the notifier depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'notifier', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('notifier');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-notifier',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      registry,
    );
  return {
    logger,
    registry,
    metrics: new NotifierMetrics(registry),
    pool,
    release: () => pool.end(),
  };
}
