import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics, Periodic, RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext } from './create-context';
import { serveCli } from './rpc/cli-rpc';
import { serveIdentity } from './rpc/identity-rpc';
import { serveMembers } from './rpc/member-rpc';
import { serveSignIn } from './rpc/sign-in-rpc';
import { removeExpiredRows } from './storage/expired-rows';
import { migrateIdentity } from './storage/migrate';

/** The whole identity service; opens nothing before `start`, which migrates its schema first. */
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
  const context = createContext(config, { logger, registry, pool });
  return new RpcService({
    name: 'identity',
    settings: config,
    logger,
    metrics: registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateIdentity({ connectionString: config.databaseUrl }, logger);
      for (const uses of [context.keyUses, context.cliUses]) {
        cleanup.add('uses of credentials', () => uses.stop());
        uses.start(config.keyUseIntervalMs);
      }
      const sweep = expirySweep(config.expiredRowsIntervalMs, context);
      cleanup.add('removal of expired rows', () => sweep.stop());
      sweep.start();
    },
    serve: (server) => {
      serveIdentity(server, context);
      serveSignIn(server, context);
      serveCli(server, context);
      serveMembers(server, context);
    },
    release: () => pool.end(),
  });
}

function expirySweep(intervalMs: number, { pool, metrics, logger }: Context): Periodic {
  return new Periodic(
    intervalMs,
    async (isStopped) => {
      const removed = await removeExpiredRows(pool, isStopped);
      for (const [table, count] of removed) metrics.rowsRemoved(table, count);
    },
    (error) => logger.warn({ err: error }, 'expired rows were not removed'),
  );
}
