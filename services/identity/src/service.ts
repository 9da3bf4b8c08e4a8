import { createPool, migrate } from '@heliograph/postgres';
import {
  CleanupStack,
  RpcServer,
  createLogger,
  createMetrics,
  startOperationsServer,
  type Runnable,
} from '@heliograph/runtime';
import { resolve } from 'node:path';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { IdentityMetrics } from './metrics';
import { serveIdentity } from './rpc/identity-rpc';
import { AccountStore } from './storage/account-store';
import { KeyStore } from './storage/key-store';

/** The same from src/ and from dist/: the files are not compiled. */
const MIGRATIONS = resolve(__dirname, '../src/storage/migrations');

/** Identity as a whole: `create`, `start`, `destroy`. */
export class IdentityService implements Runnable {
  private readonly cleanup: CleanupStack;
  private started = false;
  /** Where it can be called; set by `start`. */
  address = '';

  private constructor(
    private readonly config: Config,
    private readonly context: Context,
  ) {
    this.cleanup = new CleanupStack(context.logger);
    this.cleanup.add('database pool', () => context.pool.end());
  }

  /** Opens nothing yet. */
  static create(config: Config, overrides: Overrides = {}): IdentityService {
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
      );
    return new IdentityService(config, {
      logger,
      registry,
      metrics: new IdentityMetrics(registry),
      pool,
      accounts: new AccountStore(pool),
      keys: new KeyStore(pool),
    });
  }

  /** Migrates its schema, then serves. */
  async start(): Promise<void> {
    const { config, context, cleanup } = this;
    await migrate({ pool: context.pool, schema: 'identity', directory: MIGRATIONS, logger: context.logger });

    const operations = await startOperationsServer({
      port: config.metricsPort,
      host: config.metricsHost,
      metrics: context.registry,
      isReady: () => this.isReady(),
      logger: context.logger,
    });
    cleanup.add('operations server', () => operations.close());

    const server = RpcServer.create({
      name: 'identity',
      address: config.rpcAddress,
      secret: config.internalSecret,
      logger: context.logger,
      metrics: context.registry,
      isReady: () => this.isReady(),
    });
    serveIdentity(server, context);
    cleanup.add('rpc server', () => server.close(config.shutdownTimeoutMs));
    this.address = await server.start();
    this.started = true;
    context.logger.info({ address: this.address, metricsPort: operations.port }, 'serving');
  }

  /** Stops accepting, answers what is running, then lets go of everything. May be called at any time, and again. */
  async destroy(): Promise<void> {
    this.started = false;
    await this.cleanup.runAll();
  }

  private async isReady(): Promise<boolean> {
    if (!this.started) return false;
    try {
      await this.context.pool.query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}
