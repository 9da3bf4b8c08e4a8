import { migrate } from '@heliograph/postgres';
import { CleanupStack, RpcServer, startOperationsServer, type Runnable } from '@heliograph/runtime';
import { resolve } from 'node:path';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext } from './create-context';
import { Periodic } from './maintenance/periodic';
import { removeFreeKeys } from './maintenance/remove-free-keys';
import { serveLedger } from './rpc/ledger-rpc';

/** The same from src/ and from dist/: the files are not compiled. */
const MIGRATIONS = resolve(__dirname, '../src/storage/migrations');

/** The ledger as a whole: `create`, `start`, `destroy`. */
export class LedgerService implements Runnable {
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
  static create(config: Config, overrides: Overrides = {}): LedgerService {
    return new LedgerService(config, createContext(config, overrides));
  }

  /** Migrates its schema, then serves. */
  async start(): Promise<void> {
    const { config, context, cleanup } = this;
    await migrate({ pool: context.pool, schema: 'ledger', directory: MIGRATIONS, logger: context.logger });

    const cleaner = new Periodic(
      config.idempotency.cleanupIntervalMs,
      async (isStopped) => {
        await removeFreeKeys(context, isStopped);
      },
      (error) => context.logger.warn({ err: error }, 'removing old idempotency records failed'),
    );
    cleaner.start();
    cleanup.add('idempotency clean-up', () => cleaner.stop());

    const operations = await startOperationsServer({
      port: config.metricsPort,
      host: config.metricsHost,
      metrics: context.registry,
      isReady: () => this.isReady(),
      logger: context.logger,
    });
    cleanup.add('operations server', () => operations.close());

    const server = RpcServer.create({
      name: 'ledger',
      address: config.rpcAddress,
      secret: config.internalSecret,
      logger: context.logger,
      metrics: context.registry,
      isReady: () => this.isReady(),
    });
    serveLedger(server, context);
    // After the server let go: what it cut off, because the grace was over, is still committed.
    cleanup.add('gathered batches', () => Promise.all([context.charges.drain(), context.claims.drain()]));
    cleanup.add('rpc server', () => server.close(config.shutdownTimeoutMs));
    this.address = await server.start();
    this.started = true;
    context.logger.info({ address: this.address, metricsPort: operations.port }, 'serving');
  }

  /** Stops accepting, finishes what was gathered, then lets go of everything. May be called at any time, and again. */
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
