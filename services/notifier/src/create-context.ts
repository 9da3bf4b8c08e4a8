import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { addressCheck } from './delivery/public-address';
import { NotifierMetrics } from './metrics';
import { SecretBox } from './secrets/secret-box';
import { SavedSearchStore } from './storage/saved-search-store';

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
  const box = new SecretBox(config.encryptionSecrets);
  return {
    logger,
    registry,
    metrics: new NotifierMetrics(registry),
    pool,
    savedSearches: new SavedSearchStore(pool, box),
    box,
    allowedHosts: config.allowedHosts,
    faultOfAddress: addressCheck(config.allowedHosts),
    release: () => pool.end(),
  };
}
