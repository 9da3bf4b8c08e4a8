import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { startOperationsServer } from '../operations/operations-server';
import type { CallerTrust } from '../rpc/caller-authentication';
import { RpcServer } from '../rpc/rpc-server';
import { CleanupStack } from './cleanup-stack';
import type { Runnable } from './run-main';

/** Settings common to all gRPC services. */
interface RpcServiceSettings {
  rpcAddress: string;
  trust: CallerTrust;
  metricsHost: string;
  metricsPort: number;
  shutdownTimeoutMs: number;
}

interface RpcServiceOptions {
  name: string;
  settings: RpcServiceSettings;
  logger: Logger;
  metrics: Metrics;
  /** Rejects while the service cannot serve, for example because its database does not respond. */
  checkReady: () => Promise<unknown>;
  /** Runs before anything listens: migrations, timers. Must register what it acquires for cleanup. */
  prepare?: (cleanup: CleanupStack) => Promise<void>;
  /** Calls in flight on one multiplexed stream beyond which more are refused. */
  maximumInFlight?: number;
  /** Number of calls that only wait and so are no load. */
  waiting?: () => number;
  /** Registers the service's methods. */
  serve: (server: RpcServer) => void;
  /** Runs before calls are refused: ends those that only wait. */
  stopWaiting?: () => void;
  /** Runs when no more calls can arrive, before `release`: finishes accepted work. */
  drain?: () => Promise<unknown>;
  /** Runs last: closes what was created with the service, such as its database pool. */
  release: () => Promise<unknown>;
}

/**
 * The lifecycle of a gRPC service: prepares, opens metrics and health, serves; then the reverse, readiness off first.
 * Parts specific to a service are options.
 */
export class RpcService implements Runnable {
  private readonly cleanup: CleanupStack;
  private serving = false;
  /** The address it serves at; set by `start`. */
  address = '';
  /** Where `/metrics` is served; set by `start`. */
  metricsPort = 0;

  constructor(private readonly options: RpcServiceOptions) {
    this.cleanup = new CleanupStack(options.logger);
    this.cleanup.add('resources', options.release);
  }

  async start(): Promise<void> {
    const { name, settings, logger, metrics } = this.options;
    await this.options.prepare?.(this.cleanup);
    const isReady = () => this.isReady();
    const operations = await startOperationsServer({
      port: settings.metricsPort,
      host: settings.metricsHost,
      metrics,
      isReady,
      logger,
    });
    this.cleanup.add('operations server', () => operations.close());
    this.metricsPort = operations.port;
    const server = RpcServer.create({
      name,
      address: settings.rpcAddress,
      trust: settings.trust,
      logger,
      metrics,
      isReady,
      maximumInFlight: this.options.maximumInFlight,
      waiting: this.options.waiting,
    });
    this.options.serve(server);
    this.cleanup.add('accepted work', () => this.options.drain?.());
    this.cleanup.add('rpc server', () => server.close(settings.shutdownTimeoutMs));
    this.address = await server.start();
    this.serving = true;
    logger.info({ address: this.address, metricsPort: this.metricsPort }, 'serving');
  }

  /**
   * Stops accepting calls, finishes what is running, then closes everything. May be called at any time, and repeatedly.
   */
  async destroy(): Promise<void> {
    this.serving = false;
    this.options.stopWaiting?.();
    await this.cleanup.runAll();
  }

  private async isReady(): Promise<boolean> {
    if (!this.serving) return false;
    return this.options.checkReady().then(
      () => true,
      () => false,
    );
  }
}
