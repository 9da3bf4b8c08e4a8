import {
  AllowedHosts,
  type PublicServer,
  FallbackWindows,
  MemoryWindows,
  RedisWindows,
  RequestSlots,
  type WindowStore,
} from '@heliograph/edge';
import { cli, company, identity, ledger, metering, search } from '@heliograph/proto';
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
import type { GatewayConfig } from './config';
import type { Clients, GatewayContext } from './context';
import { CredentialVerifier } from './credentials/credential-verifier';
import { AddressGuard } from './credentials/address-guard';
import { ChargeVoids } from './charging/charge-voids';
import { KeyReleases } from './charging/key-releases';
import { KnownFunds } from './charging/known-funds';
import { createHttpServer } from './http/server';
import { GatewayMetrics } from './metrics';
import { Readiness } from './readiness';

/** Beside what requests in flight take: an orchestrator waits for both. */
const VOIDS_DRAIN_MS = 5_000;
const DEFAULT_TIMEOUT_MS = 3_000;

/** Parts that tests put in place of the gateway's own. */
export interface GatewayOverrides {
  logger?: Logger;
  metrics?: Metrics;
  /** Milliseconds since the Unix epoch, for windows and expiries, those of cursors too. */
  clock?: () => number;
  windows?: WindowStore;
}

/** The gateway as a program: HTTP in front, gRPC behind. */
export class GatewayService implements Runnable {
  private server: PublicServer | undefined;
  private destroying: Promise<void> | undefined;
  private operations: OperationsServer | undefined;

  private constructor(
    private readonly context: GatewayContext,
    private readonly registry: Metrics,
    private readonly cleanup: CleanupStack,
  ) {}

  static create(config: GatewayConfig, overrides: GatewayOverrides = {}): GatewayService {
    const logger = overrides.logger ?? createLogger({ service: 'gateway', level: config.logLevel });
    const registry = overrides.metrics ?? createMetrics('gateway');
    const slots = new RequestSlots(config.slots);
    const metrics = new GatewayMetrics(registry, () => slots.ofBusiestAccount);
    const cleanup = new CleanupStack(logger);
    const failures = new FailureLog(logger);
    const clock = overrides.clock ?? Date.now;
    const clients = connect(config, cleanup);
    // The client's logins are of the identity service, which is asked already.
    const { metering: usageHistory, cli: _logins, ...needed } = clients;
    const readiness = new Readiness(needed, { metering: usageHistory });
    const voids = new ChargeVoids({ ledger: clients.ledger, logger, metrics });
    metrics.watchVoids(() => voids.pending);
    // Behind the HTTP server, whose requests may still bring some, and before the clients.
    cleanup.add('charges to make void', () =>
      voids.drain(Math.min(config.shutdownTimeoutMs, VOIDS_DRAIN_MS)),
    );
    const context: GatewayContext = {
      config,
      logger,
      failures,
      metrics,
      clients,
      verifier: new CredentialVerifier(
        clients.identity,
        { onCacheHit: metrics.verdictCacheHit, onCacheMiss: metrics.verdictCacheMiss },
        clock,
      ),
      guard: new AddressGuard(config.rejectedCredentialsPerMinute),
      logins: new AddressGuard(config.loginRequestsPerMinute),
      windows: overrides.windows ?? createWindows(config, logger, metrics, cleanup),
      slots,
      funds: new KnownFunds(),
      searching: {
        search: clients.search,
        clock,
        timeoutMs: config.searchTimeoutMs,
      },
      catalogue: new CatalogueKeeper(clients.company),
      readiness,
      voids,
      releases: new KeyReleases({ ledger: clients.ledger, failures, isStopping: () => readiness.draining }),
      hosts: new AllowedHosts([config.http.host, config.apiUrl, ...config.allowedHosts]),
      clock,
    };
    return new GatewayService(context, registry, cleanup);
  }

  /** The port that the API is served on, once started. */
  get port(): number {
    return this.server?.port ?? 0;
  }

  /** The port of `/metrics`, once started. */
  get operationsPort(): number {
    return this.operations?.port ?? 0;
  }

  /** @throws when a port is taken, naming it and the variable that sets it. */
  async start(): Promise<void> {
    const { config, logger, readiness } = this.context;
    const operations = await startOperationsServer({
      ...config.operations,
      metrics: this.registry,
      isReady: () => readiness.isReady(),
      isDraining: () => readiness.draining,
      logger,
    });
    this.operations = operations;
    this.cleanup.add('operations server', () => operations.close());
    await this.context.windows.start?.();
    const server = createHttpServer(this.context, this.registry);
    await server.listen({ ...config.http, variable: 'GATEWAY_PORT' });
    this.server = server;
    this.cleanup.add('http server', () =>
      server.close(config.shutdownTimeoutMs, () =>
        logger.warn('requests in flight were cut: they took longer than SHUTDOWN_TIMEOUT_MS'),
      ),
    );
    logger.info({ port: this.port }, 'gateway listens');
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

function connect({ addresses, credentials }: GatewayConfig, cleanup: CleanupStack): Clients {
  const common = {
    caller: 'gateway',
    credentials,
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    multiplexed: true,
  };
  const clients = {
    identity: createRpcClient(identity.IdentityServiceService, { ...common, address: addresses.identity }),
    // Few and short: they do without a stream of their own.
    cli: createRpcClient(cli.CliServiceService, {
      ...common,
      multiplexed: false,
      address: addresses.identity,
    }),
    ledger: createRpcClient(ledger.LedgerServiceService, { ...common, address: addresses.ledger }),
    search: createRpcClient(search.SearchServiceService, { ...common, address: addresses.search }),
    company: createRpcClient(company.CompanyServiceService, { ...common, address: addresses.company }),
    metering: createRpcClient(metering.MeteringServiceService, { ...common, address: addresses.metering }),
  };
  for (const [name, client] of Object.entries(clients)) cleanup.add(`${name} client`, () => client.close());
  return clients;
}

function createWindows(
  config: GatewayConfig,
  logger: Logger,
  metrics: GatewayMetrics,
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
