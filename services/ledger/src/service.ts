import { Periodic, RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Overrides } from './context';
import { createContext } from './create-context';
import { removeOld } from './maintenance/remove-old';
import { serveLedger } from './rpc/ledger-rpc';
import { serveTestLedger } from './rpc/test-ledger-rpc';
import { serveTopUps } from './rpc/top-up-rpc';
import { migrateLedger } from './storage/migrate';

/** The whole ledger; opens nothing before `start`, which migrates its schema first. */
export function createLedgerService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, pool, relay } = context;
  return new RpcService({
    name: 'ledger',
    settings: config,
    logger,
    metrics: context.registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateLedger({ connectionString: config.databaseUrl }, logger);
      const cleaner = new Periodic(
        config.idempotency.cleanupIntervalMs,
        (isStopped) => removeOld(context, isStopped),
        (error) => logger.warn({ err: error }, 'expired rows were not removed'),
      );
      cleaner.start();
      relay?.start();
      cleanup.add('relay', () => relay?.stop(config.shutdownTimeoutMs));
      cleanup.add('clean-up', () => cleaner.stop());
    },
    serve: (server) => {
      serveLedger(server, context);
      serveTestLedger(server, context);
      serveTopUps(server, context);
    },
    // Calls that the server cut off at the end of the grace period are still committed.
    drain: () => {
      const { charges, signalCharges, testCharges, claims, webRequests } = context;
      const batchers = [charges, signalCharges, testCharges, claims, webRequests];
      return Promise.all(batchers.map((batcher) => batcher.drain()));
    },
    release: () => Promise.all([context.eventLog?.close(), context.reportPool.end(), pool.end()]),
  });
}
