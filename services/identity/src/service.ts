import { createPool, migrate } from '@heliograph/postgres';
import { createLogger, createMetrics, RpcService } from '@heliograph/runtime';
import { resolve } from 'node:path';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { IdentityMetrics } from './metrics';
import { serveIdentity } from './rpc/identity-rpc';
import { AccountStore } from './storage/account-store';
import { KeyStore } from './storage/key-store';
import { KeyUses } from './storage/key-uses';

/** The same from src/ and from dist/: the files are not compiled. */
const MIGRATIONS = resolve(__dirname, '../src/storage/migrations');

/** Identity as a whole; opens nothing before `start`, which migrates its schema first. */
export function createIdentityService(config: Config, overrides: Overrides = {}): RpcService {
  const logger = overrides.logger ?? createLogger({ service: 'identity', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('identity');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-identity',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      registry,
    );
  const keys = new KeyStore(pool);
  const uses = new KeyUses(keys, logger);
  const context: Context = {
    logger,
    registry,
    metrics: new IdentityMetrics(registry),
    pool,
    accounts: new AccountStore(pool),
    keys,
    uses,
  };
  return new RpcService({
    name: 'identity',
    settings: config,
    logger,
    metrics: registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrate({ pool, schema: 'identity', directory: MIGRATIONS, logger });
      cleanup.add('uses of keys', () => uses.stop());
      uses.start(config.keyUseIntervalMs);
    },
    serve: (server) => serveIdentity(server, context),
    release: () => pool.end(),
  });
}
