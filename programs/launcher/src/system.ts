import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@heliograph/runtime';
import { launcherVariables, type LauncherConfig } from './config';
import { exposureWarnings } from './development';
import { DEVELOPMENT_ISSUER, type ReadyReport, type Reporter } from './console/reporter';
import { partsInUse } from './console/parts-in-use';
import { EmbeddedDatabase } from './database/embedded-database';
import { prepareDatabase } from './database/prepare-database';
import type { Home } from './home/home';
import type { LogFiles } from './home/log-files';
import type { Secrets } from './home/secrets';
import { removeSystemFile, writeSystemFile } from './home/system-file';
import { DEMO_EMAIL, storedDemo, type Demo } from './seed/demo-account';
import { seedFirstStart } from './seed/first-start';
import { localUrl } from './local-url';
import { signInSettingsOf, type SignInSettings } from './sign-in-settings';
import { checkPrograms, programOf } from './programs';
import type { ServiceDefinition } from './program-list';
import { catalogUrl, serviceEnvironment, stopOrder, type SystemFacts } from './services';
import { StartFailure } from './start-failure';
import { checkBrokers } from './supervision/brokers';
import { freePort, samePort, untilPortIsFree } from './supervision/ports';
import { launchService, startTimeoutHint } from './supervision/service-process';
import { Supervisor } from './supervision/supervisor';

interface SystemOptions {
  config: LauncherConfig;
  home: Home;
  secrets: Secrets;
  logs: LogFiles;
  logger: Logger;
  reporter: Reporter;
  services: readonly ServiceDefinition[];
  /** Contains `services/<name>/dist/main.js`. */
  root: string;
  /** Whether to load the sample corpus and create a demo account, if this is the first start. */
  sample: boolean;
  /** What children inherit, except for the launcher's own variables. */
  environment: NodeJS.ProcessEnv;
}

/**
 * Services drain, then have their shutdown timeout; the gateway then voids charges that could not be confirmed (7.5 s).
 */
const DEFAULT_DRAIN_MS = 3_000;
const STOP_GRACE_MS = 10_000;
/** Time for services of a killed launcher to notice, and to close their ports once drained. */
const ORPHANS_GRACE_MS = 2_000;
const READINESS_POLL_MS = 25;

/** The database and all services on this machine, from start to stop. The home must be locked for this process. */
export class System {
  private readonly supervisors = new Map<string, Supervisor>();
  private readonly metricsPorts: Record<string, number> = {};
  private readonly startedAt = new Date();
  /** The dashboard's port, once chosen. */
  private dashboardPort = 0;
  private database: EmbeddedDatabase | undefined;
  private destroying: Promise<void> | undefined;

  constructor(private readonly options: SystemOptions) {}

  /**
   * Resolves once `/readyz` reports it and the first start's data is loaded.
   *
   * @throws StartFailure naming cause and remedy; the caller then destroys the system.
   */
  async start(): Promise<ReadyReport> {
    const { config, home, secrets, reporter } = this.options;
    checkPrograms(this.options.root, this.options.services);
    this.dashboardPort = config.DASHBOARD_PORT || (await freePort());
    await this.untilPortsAreFree();
    await checkBrokers(config.KAFKA_BROKERS);
    this.checkNotStopping();
    reporter.step(config.DATABASE_URL ? 'Preparing the database' : 'Starting PostgreSQL');
    const databaseUrl = config.DATABASE_URL ?? (await this.startEmbeddedDatabase());
    await prepareDatabase(databaseUrl, secrets.rolePasswords, this.options.logger);
    this.checkNotStopping();

    const { dashboardUrl, gatewayUrl } = this;
    const signIn = signInSettingsOf(config, secrets, { dashboardUrl, gatewayUrl });
    const facts: SystemFacts = {
      config,
      environment: this.options.environment,
      secrets,
      signIn,
      dashboardPort: this.dashboardPort,
      demoEmail: storedDemo(home.demoFile)?.email ?? (this.options.sample ? DEMO_EMAIL : undefined),
      databaseUrl,
      vectorsDirectory: home.vectorsDirectory,
      checkpointDirectory: home.checkpointDirectory,
      addresses: this.addresses(),
    };
    reporter.step('Starting services');
    const started = this.startServices(facts);
    const [demo] = await Promise.all([this.seed(facts, started), ...Object.values(started)]);
    await this.untilReady('gateway', gatewayUrl);
    await this.untilReady('dashboard', dashboardUrl);
    return {
      gatewayUrl,
      dashboardUrl: signIn.dashboardUrl,
      signIn: signInOf(signIn, demo),
      home: home.directory,
      logs: home.logs,
      demoKey: demo?.key,
      uses: partsInUse(config),
      warnings: exposureWarnings(config),
      seconds: (Date.now() - this.startedAt.getTime()) / 1000,
    };
  }

  /** Stops callers before those they call, and the database last. May be called again and at any time. */
  destroy(): Promise<void> {
    this.destroying ??= this.stopAll();
    return this.destroying;
  }

  /** Kills everything. */
  kill(): void {
    for (const supervisor of this.supervisors.values()) supervisor.kill();
    this.database?.kill();
    removeSystemFile(this.options.home.systemFile);
  }

  private async stopAll(): Promise<void> {
    for (const names of stopOrder(this.options.services)) {
      await Promise.all(names.map(async (name) => this.supervisors.get(name)?.stop()));
    }
    await this.database?.stop();
    removeSystemFile(this.options.home.systemFile);
  }

  private async startEmbeddedDatabase(): Promise<string> {
    const { home, logs, logger } = this.options;
    this.database = new EmbeddedDatabase(home, logs, logger);
    return this.database.start();
  }

  /**
   * The gateway comes last: once it answers, every service can serve, including those it can do without.
   *
   * @returns a promise for each service, resolved when it is ready.
   */
  private startServices(facts: SystemFacts): Record<string, Promise<void>> {
    const { services, logger } = this.options;
    const started: Record<string, Promise<void>> = {};
    const start = async (service: ServiceDefinition) => {
      const supervisor = new Supervisor(
        service.name,
        (signal) => this.launch(service, facts, signal),
        logger,
      );
      this.supervisors.set(service.name, supervisor);
      await supervisor.start();
    };
    const isGateway = ({ name }: ServiceDefinition) => name === 'gateway';
    for (const service of services) if (!isGateway(service)) started[service.name] = start(service);
    for (const gateway of services.filter(isGateway)) {
      started[gateway.name] = Promise.all(Object.values(started)).then(() => {
        this.checkNotStopping();
        return start(gateway);
      });
    }
    return started;
  }

  private async launch(service: ServiceDefinition, facts: SystemFacts, signal: AbortSignal) {
    const { config, home, logs, environment } = this.options;
    // The same after a restart, where monitoring expects it.
    const metricsPort = await samePort(this.metricsPorts[service.name]);
    this.metricsPorts[service.name] = metricsPort;
    this.updateSystemFile(facts);
    const inherited = Object.entries(environment).filter(([name]) => !launcherVariables.includes(name));
    return launchService(
      {
        name: service.name,
        program: programOf(this.options.root, service),
        environment: {
          NODE_ENV: 'production',
          NODE_COMPILE_CACHE: home.compiledDirectory,
          ...Object.fromEntries(inherited),
          ...serviceEnvironment(service, facts, metricsPort),
        },
        logs,
        heapMegabytes: service.heapMegabytes,
        youngMegabytes: service.youngMegabytes,
        niceness: config.BACKGROUND_PRIORITY === 'low' ? (service.niceness ?? 0) : 0,
        readyTimeoutMs: config.START_TIMEOUT_MS,
        stopTimeoutMs: this.drainMs + config.SHUTDOWN_TIMEOUT_MS + STOP_GRACE_MS,
      },
      signal,
    );
  }

  /** Runs while the services start. */
  private seed(facts: SystemFacts, started: Record<string, Promise<void>>): Promise<Demo | undefined> {
    const { home, sample, reporter, secrets, logger } = this.options;
    return seedFirstStart({
      home,
      sample,
      onLoad: () => reporter.step('Loading the sample corpus'),
      catalogUrl: catalogUrl(facts),
      today: this.startedAt,
      logger,
      untilServing: () => Promise.all([started.identity, started.ledger]),
      credentials: { privateKey: secrets.callerKeys.launcher },
      serviceAddress: (service) => facts.addresses[service] ?? '',
    });
  }

  /** Only a killed launcher leaves its system file behind, and services that serve until they have drained. */
  private async untilPortsAreFree(): Promise<void> {
    const { config, home, reporter } = this.options;
    const end = performance.now() + (existsSync(home.systemFile) ? this.drainMs + ORPHANS_GRACE_MS : 0);
    const ports = [
      { port: config.GATEWAY_PORT, host: config.GATEWAY_HOST, variables: 'GATEWAY' },
      { port: this.dashboardPort, host: config.DASHBOARD_HOST, variables: 'DASHBOARD' },
    ] as const;
    for (const wanted of ports) {
      await untilPortIsFree(wanted, end - performance.now(), () =>
        reporter.step(
          `Waiting for port ${wanted.port}, which services of a start that was killed may still have`,
        ),
      );
    }
  }

  /** A public program is ready once the services it calls are ready. */
  private async untilReady(name: string, url: string): Promise<void> {
    const { config, logs } = this.options;
    const end = performance.now() + config.START_TIMEOUT_MS;
    for (;;) {
      this.checkNotStopping();
      // A kept-alive connection would delay the stop.
      const status = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      if (performance.now() > end) {
        throw new StartFailure(
          `the services are up but ${url}/readyz answers ${status || 'nothing'}: see ${logs.pathOf(name)}. ${startTimeoutHint(config.START_TIMEOUT_MS)}`,
        );
      }
      await delay(READINESS_POLL_MS);
    }
  }

  /** Records where everything is, for other programs. */
  private updateSystemFile(facts: SystemFacts): void {
    if (this.destroying) return;
    writeSystemFile(this.options.home.systemFile, {
      pid: process.pid,
      gatewayUrl: this.gatewayUrl,
      dashboardUrl: this.dashboardUrl,
      databaseUrl: facts.databaseUrl,
      catalogUrl: catalogUrl(facts),
      callerKey: facts.secrets.callerKeys.admin,
      addresses: facts.addresses,
      startedAt: this.startedAt.toISOString(),
      metrics: this.metricsPorts,
    });
  }

  private addresses(): Record<string, string> {
    const { home, services } = this.options;
    return Object.fromEntries(
      services.map(({ name }) => [name, `unix:${join(home.sockets, `${name}.sock`)}`]),
    );
  }

  private get drainMs(): number {
    return Number(this.options.environment.DRAIN_DELAY_MS || DEFAULT_DRAIN_MS);
  }

  private checkNotStopping(): void {
    if (this.destroying) throw new StartFailure('stopped while it was starting');
  }

  private get gatewayUrl(): string {
    return localUrl(this.options.config.GATEWAY_HOST, this.options.config.GATEWAY_PORT);
  }

  private get dashboardUrl(): string {
    return localUrl(this.options.config.DASHBOARD_HOST, this.dashboardPort);
  }
}

function signInOf(
  { isDevelopmentIssuer, issuerUrl }: SignInSettings,
  demo: Demo | undefined,
): ReadyReport['signIn'] {
  if (isDevelopmentIssuer) return { by: DEVELOPMENT_ISSUER, email: demo?.email };
  return issuerUrl === undefined ? undefined : { by: issuerUrl };
}
