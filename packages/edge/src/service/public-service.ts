import { REQUEST_LIMITS } from '@heliograph/contract';
import { startOperationsServer, type OperationsServer, type Runnable } from '@heliograph/runtime';
import type { RequestListener } from 'node:http';
import { PublicServer } from '../server/public-server';
import type { EdgeSettings } from '../settings';
import type { Edge } from './create-edge';
import type { Readiness } from './readiness';

interface PublicServiceOptions {
  name: string;
  settings: EdgeSettings;
  /** The variable that sets the port, for the error message. */
  portVariable: string;
  edge: Edge & { readiness: Readiness };
  listener: RequestListener;
  /** Called once the port is known; registers what it opens for cleanup. */
  onListening?: (port: number) => Promise<void>;
  /** Where browsers reach it, once it listens; on this machine by default. */
  url?: () => string;
}

/**
 * The lifecycle of a public HTTP service: opens the port of `/metrics`, then its own, and closes them in reverse order,
 * `/readyz` first. Parts specific to a service are options.
 */
export class PublicService implements Runnable {
  private server: PublicServer | undefined;
  private operations: OperationsServer | undefined;
  private destroying: Promise<void> | undefined;

  constructor(private readonly options: PublicServiceOptions) {}

  /** The port it serves, once started. */
  get port(): number {
    return this.server?.port ?? 0;
  }

  /** Where to reach it, once started. */
  get url(): string {
    return this.options.url?.() ?? `http://127.0.0.1:${this.port}`;
  }

  /** The port of `/metrics`, once started. */
  get operationsPort(): number {
    return this.operations?.port ?? 0;
  }

  /** @throws if a port is taken, naming it and the variable that sets it. */
  async start(): Promise<void> {
    const { name, settings, portVariable, edge } = this.options;
    const { logger, cleanup, readiness } = edge;
    const operations = await startOperationsServer({
      ...settings.operations,
      metrics: edge.registry,
      isReady: () => readiness.isReady(),
      isDraining: () => readiness.draining,
      logger,
    });
    this.operations = operations;
    cleanup.add('operations server', () => operations.close());
    await edge.windows.start?.();
    const server = new PublicServer(this.options.listener, {
      maximumUrlLength: REQUEST_LIMITS.urlLength,
      limits: settings.connections,
      metrics: edge.registry,
    });
    await server.listen({ ...settings.http, variable: portVariable });
    this.server = server;
    cleanup.add('http server', () =>
      server.close(settings.shutdownTimeoutMs, () =>
        logger.warn('requests in flight were cut: they took longer than SHUTDOWN_TIMEOUT_MS'),
      ),
    );
    await this.options.onListening?.(this.port);
    logger.info({ port: this.port, url: this.options.url?.() }, `${name} is listening`);
  }

  /**
   * `/readyz` turns 503, keep-alive connections end with their next response, the port closes, requests in flight
   * finish within the cap, then connections are cut. May be called at any time, and repeatedly.
   */
  destroy(): Promise<void> {
    this.destroying ??= this.drain();
    return this.destroying;
  }

  private async drain(): Promise<void> {
    const { edge, settings } = this.options;
    edge.readiness.drain();
    await this.server?.drain(settings.drainDelayMs);
    await edge.cleanup.runAll();
  }
}
