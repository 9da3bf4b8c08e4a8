import {
  catalogUrl,
  checkBrokers,
  checkPrograms,
  DEMO_EMAIL,
  EmbeddedDatabase,
  signInSettingsOf,
  prepareDatabase,
  removeSystemFile,
  seedFirstStart,
  StartFailure,
  stopOrder,
  storedDemo,
  writeSystemFile,
  type ServiceDefinition,
  type SystemFacts,
} from '@heliograph/launcher';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterOptions } from './cluster-options';
import { Deployment } from './instances/deployment';
import { InstanceFactory } from './instances/instance-factory';
import { Endpoints } from './network/endpoints';
import { LoopbackNetwork } from './network/loopback-network';
import { PublicProxies } from './network/public-proxies';
import type { ClusterStatus } from './status';
import { ONLY_ONE, PORTS, replicasOf } from './topology';

/** Enough for every instance's pool and for extra instances during a restart. */
const DATABASE_CONNECTIONS = '400';
const POLL_MS = 50;

/**
 * Several instances of every service on this machine, behind proxies and found by DNS, as the chart runs them in a
 * cluster. The caller must have locked the home.
 */
export class Cluster {
  private readonly endpoints: Endpoints;
  private readonly deployments = new Map<string, Deployment>();
  private readonly proxies: PublicProxies;
  private readonly instances: InstanceFactory;
  private readonly startedAt = new Date();
  private network: LoopbackNetwork | undefined;
  private database: EmbeddedDatabase | undefined;
  private systemFacts: SystemFacts | undefined;
  private destroying: Promise<void> | undefined;
  /** The demo account's key, once started. */
  demoKey: string | undefined;

  constructor(private readonly options: ClusterOptions) {
    this.endpoints = new Endpoints(options.timings.endpointDelayMs);
    this.endpoints.onChange(() => this.notify());
    this.proxies = new PublicProxies(options.config, this.endpoints);
    this.instances = new InstanceFactory(options, this.endpoints);
  }

  /**
   * Resolves when every instance is ready and the proxies know about it.
   *
   * @throws StartFailure naming cause and remedy; the caller then destroys the cluster.
   */
  async start(): Promise<void> {
    const { config, services, secrets, logger, say } = this.options;
    checkPrograms(this.options.root, this.options.services);
    await this.proxies.checkPorts();
    await checkBrokers(config.KAFKA_BROKERS);
    const network = await LoopbackNetwork.take(
      services.map(({ name }) => name),
      (service) => this.endpoints.of(service).map(({ address }) => address),
    );
    this.network = network;
    await this.proxies.start();
    say(config.DATABASE_URL ? 'Preparing the database' : 'Starting PostgreSQL');
    const databaseUrl = config.DATABASE_URL ?? (await this.startEmbeddedDatabase());
    await prepareDatabase(databaseUrl, secrets.rolePasswords, logger);
    this.checkNotStopping();
    const facts = this.gatherFacts(network, databaseUrl);
    this.systemFacts = facts;

    say('Starting instances');
    const started = Object.fromEntries(
      services.map((service): [string, Promise<void>] => [
        service.name,
        this.deploy(service, facts, network),
      ]),
    );
    const [demo] = await Promise.all([this.seed(facts, started), ...Object.values(started)]);
    this.demoKey = demo?.key;
    await this.untilListed();
  }

  /** The administrator's connection string. */
  get facts(): SystemFacts {
    if (!this.systemFacts) throw new Error('the cluster has not started');
    return this.systemFacts;
  }

  get status(): ClusterStatus {
    const requests = this.proxies.inFlight;
    const instances = [...this.deployments.values()].flatMap(({ service, instances: own }) =>
      own.map(({ name, address, state, isReady }) => ({
        service,
        name,
        address,
        state,
        ready: isReady,
        inFlight: requests[name],
      })),
    );
    return {
      gatewayUrl: this.gatewayUrl,
      dashboardUrl: this.dashboardUrl,
      dns: this.network?.dnsAddress ?? '',
      instances,
      incidents: this.instances.incidents,
    };
  }

  /** `address:port` of a ready instance of a service. */
  addressOf(service: string): string {
    const [endpoint] = this.endpoints.of(service);
    if (!endpoint) throw new Error(`no instance of ${service} is ready`);
    return `${endpoint.address}:${PORTS.rpc}`;
  }

  /**
   * Replaces every instance of the services, in parallel across services, and waits until the old ones have exited.
   *
   * @param names by default all services that can have more than one instance.
   * @throws when a new instance does not become ready.
   */
  async restart(names: readonly string[] = [], atOnce = 1): Promise<void> {
    const wanted =
      names.length > 0
        ? [...names]
        : this.options.services.map(({ name }) => name).filter((name) => !ONLY_ONE.has(name));
    const deployments = wanted.map((name) => this.deploymentOf(name));
    for (const { service } of deployments) {
      if (ONLY_ONE.has(service))
        throw new Error(`there can be only one instance of ${service}: crash it instead`);
    }
    const left = [...deployments];
    const work = async () => {
      for (let deployment = left.shift(); deployment; deployment = left.shift()) {
        this.options.say(`Restarting ${deployment.service}`);
        await deployment.restart();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await Promise.all(deployments.map((deployment) => deployment.untilGone()));
  }

  /** Changes the number of instances of a service and waits until it has that many. */
  async scale(name: string, replicas: number): Promise<void> {
    const deployment = this.deploymentOf(name);
    if (ONLY_ONE.has(name) && replicas > 1) throw new Error(`there can be only one instance of ${name}`);
    this.options.say(`Scaling ${name} to ${replicas}`);
    await deployment.scale(replicas);
  }

  /** Kills an instance's process like `kill -9`; it restarts at the same address. */
  crash(name: string): void {
    for (const { instances } of this.deployments.values()) {
      const instance = instances.find((candidate) => candidate.name === name);
      if (!instance) continue;
      instance.crash();
      return;
    }
    throw new Error(`no instance is called ${name}`);
  }

  /** Stops callers before the services they call, and the database last. Idempotent; may be called at any time. */
  destroy(): Promise<void> {
    this.destroying ??= this.stopAll();
    return this.destroying;
  }

  /** Kills everything at once. */
  kill(): void {
    for (const deployment of this.deployments.values()) deployment.kill();
    this.database?.kill();
    removeSystemFile(this.options.home.systemFile);
  }

  get gatewayUrl(): string {
    return this.proxies.urlOf('gateway');
  }

  get dashboardUrl(): string {
    return this.proxies.urlOf('dashboard');
  }

  private async stopAll(): Promise<void> {
    for (const names of stopOrder(this.options.services)) {
      await Promise.all(names.map(async (name) => this.deployments.get(name)?.stop()));
    }
    await this.proxies.close();
    this.endpoints.close();
    await this.network?.close();
    await this.database?.stop();
    removeSystemFile(this.options.home.systemFile);
  }

  private async startEmbeddedDatabase(): Promise<string> {
    const { home, logs, logger } = this.options;
    this.database = new EmbeddedDatabase(home, logs, logger, { max_connections: DATABASE_CONNECTIONS });
    return this.database.start();
  }

  private gatherFacts(network: LoopbackNetwork, databaseUrl: string): SystemFacts {
    const { config, secrets, home, services, sample } = this.options;
    const { gatewayUrl, dashboardUrl } = this;
    return {
      config,
      environment: this.options.environment,
      secrets,
      signIn: signInSettingsOf(config, secrets, { dashboardUrl, gatewayUrl }),
      dashboardPort: PORTS.dashboard,
      demoEmail: storedDemo(home.demoFile)?.email ?? (sample ? DEMO_EMAIL : undefined),
      databaseUrl,
      vectorsDirectory: home.vectorsDirectory,
      checkpointDirectory: home.checkpointDirectory,
      addresses: Object.fromEntries(services.map(({ name }) => [name, network.targetOf(name, PORTS.rpc)])),
    };
  }

  private async deploy(
    service: ServiceDefinition,
    facts: SystemFacts,
    network: LoopbackNetwork,
  ): Promise<void> {
    const deployment = new Deployment(service.name, () =>
      this.instances.make(service, facts, network.nextAddress(service.name)),
    );
    this.deployments.set(service.name, deployment);
    await deployment.scale(replicasOf(service.name, this.options.replicas));
  }

  private async seed(facts: SystemFacts, started: Record<string, Promise<void>>) {
    const { home, sample, secrets, say, logger } = this.options;
    const untilServing = async () => {
      await Promise.all([started.identity, started.ledger]);
      await this.until(() => ['identity', 'ledger'].every((name) => this.endpoints.of(name).length > 0));
    };
    return seedFirstStart({
      home,
      sample,
      onLoad: () => say('Loading the sample corpus'),
      catalogUrl: catalogUrl(facts),
      today: this.startedAt,
      logger,
      untilServing,
      credentials: { privateKey: secrets.callerKeys.launcher },
      serviceAddress: (service) => this.addressOf(service),
    });
  }

  /** Waits until the proxies know about every instance. */
  private untilListed(): Promise<void> {
    return this.until(() =>
      (['gateway', 'dashboard'] as const).every(
        (name) => this.endpoints.of(name).length === this.deploymentOf(name).instances.length,
      ),
    );
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      this.checkNotStopping();
      await delay(POLL_MS);
    }
  }

  private deploymentOf(name: string): Deployment {
    const deployment = this.deployments.get(name);
    if (deployment) return deployment;
    throw new Error(`no service is called ${name}: there are ${[...this.deployments.keys()].join(', ')}`);
  }

  /** Tells other programs, such as `heliograph-admin`, the address of one instance of each service. */
  private notify(): void {
    if (this.destroying || !this.systemFacts) return;
    const { home, services, secrets } = this.options;
    const ready = services.filter(({ name }) => this.endpoints.of(name).length > 0);
    writeSystemFile(home.systemFile, {
      pid: process.pid,
      gatewayUrl: this.gatewayUrl,
      dashboardUrl: this.dashboardUrl,
      databaseUrl: this.systemFacts.databaseUrl,
      catalogUrl: catalogUrl(this.systemFacts),
      callerKey: secrets.callerKeys.admin,
      addresses: Object.fromEntries(ready.map(({ name }) => [name, this.addressOf(name)])),
      startedAt: this.startedAt.toISOString(),
      metrics: {},
    });
  }

  private checkNotStopping(): void {
    if (this.destroying) throw new StartFailure('stopped while starting');
  }
}
