import {
  AllowedHosts,
  type PublicServer,
  FallbackWindows,
  MemoryWindows,
  RedisWindows,
  RequestSlots,
  type WindowStore,
} from '@heliograph/edge';
import { cli, company, identity, ledger, metering, search, signIn } from '@heliograph/proto';
import {
  CleanupStack,
  createLogger,
  createMetrics,
  createRpcClient,
  FailureLog,
  startOperationsServer,
  type Logger,
  type Metrics,
  type OperationsServer,
  type Runnable,
} from '@heliograph/runtime';
import { CatalogueKeeper } from '@heliograph/signal-search';
import type { DashboardConfig } from './config';
import type { Clients, DashboardContext } from './context';
import { loadDevelopmentIssuer } from './development-issuer';
import { createRouter } from './http/router';
import { createHttpServer } from './http/server';
import { DashboardMetrics } from './metrics';
import { createPaymentProvider } from './payments/create-provider';
import { PlanKeeper } from './payments/plan-keeper';
import { Readiness } from './readiness';

const DEFAULT_TIMEOUT_MS = 3_000;

/** Parts that tests put in place of the dashboard's own. */
export interface DashboardOverrides {
  logger?: Logger;
  metrics?: Metrics;
  /** Milliseconds since the Unix epoch, for windows, cursors and payments. */
  clock?: () => number;
  windows?: WindowStore;
  /** How often lapsed subscriptions are looked after. */
  planCheckMs?: number;
}

/** The dashboard as a program: pages and their API in front, gRPC behind. */
export class DashboardService implements Runnable {
  private server: PublicServer | undefined;
  private destroying: Promise<void> | undefined;
  private operations: OperationsServer | undefined;

  private constructor(
    private readonly context: DashboardContext,
    private readonly registry: Metrics,
    private readonly cleanup: CleanupStack,
    private readonly planKeeper: PlanKeeper,
  ) {}

  static async create(
    config: DashboardConfig,
    overrides: DashboardOverrides = {},
  ): Promise<DashboardService> {
    const logger = overrides.logger ?? createLogger({ service: 'dashboard', level: config.logLevel });
    const registry = overrides.metrics ?? createMetrics('dashboard');
    const slots = new RequestSlots(config.slots);
    const metrics = new DashboardMetrics(registry, () => slots.ofBusiestAccount);
    const cleanup = new CleanupStack(logger);
    const clock = overrides.clock ?? Date.now;
    const site = { origin: config.publicUrl ?? originOf(config.http.port) };
    const clients = connect(config, cleanup);
    const context: DashboardContext = {
      config,
      logger,
      failures: new FailureLog(logger),
      metrics,
      clients,
      windows: overrides.windows ?? createWindows(config, logger, metrics, cleanup),
      slots,
      searching: {
        search: clients.search,
        clock,
        timeoutMs: config.searchTimeoutMs,
      },
      catalogue: new CatalogueKeeper(clients.company),
      payments: await createPaymentProvider(config, site, clock),
      readiness: new Readiness(
        { identity: clients.identity, ledger: clients.ledger },
        { metering: clients.metering, search: clients.search, company: clients.company },
      ),
      site,
      hosts: new AllowedHosts([config.http.host, config.publicUrl, ...config.allowedHosts]),
      clock,
    };
    const planKeeper = new PlanKeeper(context, overrides.planCheckMs);
    return new DashboardService(context, registry, cleanup, planKeeper);
  }

  /** The port that it listens on, once started. */
  get port(): number {
    return this.server?.port ?? 0;
  }

  /** Where browsers find it, once started. */
  get url(): string {
    return this.context.site.origin;
  }

  /** The port of `/metrics`, once started. */
  get operationsPort(): number {
    return this.operations?.port ?? 0;
  }

  /** @throws when a port is taken, naming it and the variable that sets it. */
  async start(): Promise<void> {
    const { context } = this;
    const { config, logger, readiness, site } = context;
    const operations = await startOperationsServer({
      ...config.operations,
      metrics: this.registry,
      isReady: () => readiness.isReady(),
      isDraining: () => readiness.draining,
      logger,
    });
    this.operations = operations;
    this.cleanup.add('operations server', () => operations.close());
    await context.windows.start?.();
    const { server, serveBy } = createHttpServer(context, this.registry);
    await server.listen({ ...config.http, variable: 'DASHBOARD_PORT' });
    this.server = server;
    this.cleanup.add('http server', () =>
      server.close(config.shutdownTimeoutMs, () =>
        logger.warn('requests in flight were cut: they took longer than SHUTDOWN_TIMEOUT_MS'),
      ),
    );
    // Only now is it known where this is, if any free port would do.
    site.origin = config.publicUrl ?? originOf(this.port);
    serveBy(createRouter(context, await loadDevelopmentIssuer(context)));
    this.planKeeper.start();
    this.cleanup.add('plan keeper', () => this.planKeeper.stop());
    logger.info({ port: this.port, url: site.origin }, 'dashboard listens');
  }

  /**
   * Readiness goes off, kept connections end with their next answer, the door closes, requests in flight finish within the cap, then
   * connections are cut.
   */
  destroy(): Promise<void> {
    this.destroying ??= this.drain();
    return this.destroying;
  }

  private async drain(): Promise<void> {
    const { readiness, config } = this.context;
    readiness.drain();
    await this.server?.drain(config.drainDelayMs);
    await this.cleanup.runAll();
  }
}

function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function connect({ addresses, credentials }: DashboardConfig, cleanup: CleanupStack): Clients {
  const common = { caller: 'dashboard', credentials, defaultTimeoutMs: DEFAULT_TIMEOUT_MS };
  const clients: Clients = {
    identity: createRpcClient(identity.IdentityServiceService, { ...common, address: addresses.identity }),
    signIn: createRpcClient(signIn.SignInServiceService, {
      ...common,
      address: addresses.identity,
      multiplexed: true,
    }),
    cli: createRpcClient(cli.CliServiceService, { ...common, address: addresses.identity }),
    ledger: createRpcClient(ledger.LedgerServiceService, { ...common, address: addresses.ledger }),
    metering: createRpcClient(metering.MeteringServiceService, { ...common, address: addresses.metering }),
    search: createRpcClient(search.SearchServiceService, { ...common, address: addresses.search }),
    company: createRpcClient(company.CompanyServiceService, { ...common, address: addresses.company }),
  };
  for (const [name, client] of Object.entries(clients)) cleanup.add(`${name} client`, () => client.close());
  return clients;
}

function createWindows(
  config: DashboardConfig,
  logger: Logger,
  metrics: DashboardMetrics,
  cleanup: CleanupStack,
): WindowStore {
  const local = new MemoryWindows();
  if (config.redisUrl === undefined) return local;
  const windows = new FallbackWindows(new RedisWindows(config.redisUrl), local, {
    logger,
    onFallback: metrics.windowFallback,
    onChange: (isShared) => metrics.windowsAreShared(isShared),
  });
  cleanup.add('redis', () => windows.close());
  return windows;
}
