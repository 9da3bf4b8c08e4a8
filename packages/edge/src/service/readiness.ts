import type { RpcConnection } from '@heliograph/runtime';

const PROBE_TIMEOUT_MS = 1_000;
const PROBE_REUSED_MS = 500;
/** How long after its start a service waits for awaited ones; the chart's startup probe allows for more. */
const AWAITED_MS = 60_000;

/** Whether a service can serve. */
interface ReadinessReport {
  /** Required services that are not ready; empty if this one can serve. */
  waitingFor: string[];
  /** Optional services that are not ready. */
  degraded: string[];
}

type Services = Readonly<Record<string, Pick<RpcConnection, 'isServing'>>>;

/** The services behind a public service, by name. */
interface ServicesBehind {
  /** Required to serve. */
  needed: Services;
  /** Awaited for a minute at startup, until each was ready once; optional later. */
  awaited?: Services;
  /** Optional: without them there is less to show. */
  optional?: Services;
}

/**
 * Whether the services behind a public service are ready. Probes are short, shared by concurrent requests, and reused
 * for half a second, so frequent checks cost nothing.
 */
export class Readiness {
  private isDraining = false;
  private readonly onDrain = new Set<() => void>();
  private last: { atMs: number; report: Promise<ReadinessReport> } | undefined;
  private readonly seen = new Set<string>();
  private readonly startedMs: number;

  /** @param name of the service itself, reported as what it waits for while draining. */
  constructor(
    private readonly name: string,
    private readonly services: ServicesBehind,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.startedMs = clock();
  }

  /** Permanently reports not ready: the service is about to stop. */
  drain(): void {
    this.isDraining = true;
    for (const listener of [...this.onDrain]) listener();
    this.onDrain.clear();
  }

  /**
   * Calls a listener once the service is about to stop; immediately if it already is.
   *
   * @returns a function that removes the listener.
   */
  whenDraining(listener: () => void): () => void {
    if (this.isDraining) listener();
    else this.onDrain.add(listener);
    return () => void this.onDrain.delete(listener);
  }

  /** Whether `drain` was called. */
  get draining(): boolean {
    return this.isDraining;
  }

  async report(): Promise<ReadinessReport> {
    const now = this.clock();
    if (!this.last || now - this.last.atMs > PROBE_REUSED_MS) this.last = { atMs: now, report: this.probe() };
    const report = await this.last.report;
    return this.draining ? { ...report, waitingFor: [this.name] } : report;
  }

  async isReady(): Promise<boolean> {
    return !this.isDraining && (await this.report()).waitingFor.length === 0;
  }

  private async probe(): Promise<ReadinessReport> {
    const { needed, awaited = {}, optional = {} } = this.services;
    // Once seen, one is no longer probed: its probes would time out, and renew its connections, when nodes are busy.
    const unseen = Object.fromEntries(Object.entries(awaited).filter(([name]) => !this.seen.has(name)));
    const [waitingFor, missing, degraded] = await Promise.all([
      notServing(needed),
      notServing(unseen),
      notServing(optional),
    ]);
    for (const name of Object.keys(unseen)) if (!missing.includes(name)) this.seen.add(name);
    // An installation may do without one of them for long, like a restore drill without the notifier.
    const isStarting = this.clock() - this.startedMs < AWAITED_MS;
    (isStarting ? waitingFor : degraded).push(...missing);
    return { waitingFor, degraded };
  }
}

async function notServing(services: Services): Promise<string[]> {
  const asked = Object.entries(services);
  const serving = await Promise.all(asked.map(([, service]) => service.isServing(PROBE_TIMEOUT_MS)));
  return asked.map(([name]) => name).filter((_, index) => !serving[index]);
}
