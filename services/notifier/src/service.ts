import { Periodic, RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext } from './create-context';
import { serveNotifier } from './rpc/notifier-rpc';
import { removeExpiredRows } from './storage/expired-rows';
import { migrateNotifier } from './storage/migrate';
import { sealAnew } from './storage/seal-anew';

/** The notifier as a whole; opens nothing before `start`, which migrates its schema first. */
export function createNotifierService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, pool } = context;
  return new RpcService({
    name: 'notifier',
    settings: config,
    logger,
    metrics: context.registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateNotifier({ pool }, logger);
      const sealed = await sealAnew(pool, context.box);
      if (sealed > 0) logger.info({ webhooks: sealed }, 'secrets of webhooks were encrypted anew');
      const sweep = expirySweep(config.expiredRowsIntervalMs, context);
      cleanup.add('removal of expired rows', () => sweep.stop());
      sweep.start();
    },
    serve: (server) => serveNotifier(server, context),
    release: () => context.release(),
  });
}

function expirySweep(intervalMs: number, { pool, logger }: Context): Periodic {
  return new Periodic(
    intervalMs,
    async () => {
      const rows = await removeExpiredRows(pool);
      if (rows > 0) logger.debug({ rows }, 'expired rows were removed');
    },
    (error) => logger.warn({ err: error }, 'expired rows were not removed'),
  );
}
