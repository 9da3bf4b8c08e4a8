import { RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Overrides } from './context';
import { createContext } from './create-context';
import { serveNotifier } from './rpc/notifier-rpc';
import { migrateNotifier } from './storage/migrate';

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
    prepare: () => migrateNotifier({ pool }, logger),
    serve: (server) => serveNotifier(server, context),
    release: () => context.release(),
  });
}
