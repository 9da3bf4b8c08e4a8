import {
  launcherVariables,
  launchService,
  programOf,
  type ServiceDefinition,
  type SystemFacts,
} from '@heliograph/launcher';
import type { ClusterOptions } from '../cluster-options';
import { instanceEnvironment } from '../instance-environment';
import type { Endpoints } from '../network/endpoints';
import type { Incident } from '../status';
import { PORTS, probePathOf } from '../topology';
import { Instance } from './instance';
import { GRACE_MS } from './timings';

/** Creates instances with unique names and records their incidents. */
export class InstanceFactory {
  readonly incidents: Incident[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly options: ClusterOptions,
    private readonly endpoints: Endpoints,
  ) {}

  make(service: ServiceDefinition, facts: SystemFacts, address: string): Instance {
    const { config, logger, timings } = this.options;
    const name = this.nextNameOf(service.name);
    return new Instance({
      name,
      service: service.name,
      address,
      operationsPort: PORTS.operations,
      probePath: probePathOf(service.name),
      launch: (signal) => this.launch(service, { name, address }, facts, signal),
      endpoints: this.endpoints,
      timings,
      startTimeoutMs: config.START_TIMEOUT_MS,
      logger,
      onCrash: (how) => this.report(name, 'crashed', how),
      onForcedExit: (how) => this.report(name, 'cut', how),
    });
  }

  private nextNameOf(service: string): string {
    const number = (this.numbers.get(service) ?? 0) + 1;
    this.numbers.set(service, number);
    return `${service}-${number}`;
  }

  private report(instance: string, kind: Incident['kind'], how: string): void {
    const message = kind === 'crashed' ? 'instance ended unexpectedly' : 'instance was cut';
    this.options.logger.error({ instance, how }, message);
    this.incidents.push({ instance, kind, how, at: new Date().toISOString() });
  }

  private launch(
    service: ServiceDefinition,
    { name, address }: { name: string; address: string },
    facts: SystemFacts,
    signal: AbortSignal,
  ) {
    const { config, logs, environment, timings } = this.options;
    const inherited = Object.entries(environment).filter(
      ([variable]) => !launcherVariables.includes(variable),
    );
    return launchService(
      {
        name,
        program: programOf(this.options.root, service),
        environment: {
          NODE_ENV: 'production',
          ...Object.fromEntries(inherited),
          ...instanceEnvironment(service, facts, address),
        },
        logs,
        heapMegabytes: service.heapMegabytes,
        youngMegabytes: service.youngMegabytes,
        // Kubernetes has CPU shares, but no niceness.
        niceness: 0,
        readyTimeoutMs: config.START_TIMEOUT_MS,
        stopTimeoutMs: timings.shutdownTimeoutMs + GRACE_MS,
      },
      signal,
    );
  }
}
