import type { RpcConnection } from '@heliograph/runtime';

const PROBE_TIMEOUT_MS = 1_000;
const PROBE_REUSED_MS = 500;

export interface ReadinessReport {
  /** Needed services that are not ready; none means that the dashboard can serve. */
  waitingFor: string[];
  /** Other services that are not ready: some pages do without what these say. */
  degraded: string[];
}

type Services = Readonly<Record<string, Pick<RpcConnection, 'isServing'>>>;

/**
 * Whether the services behind the dashboard are ready to serve. Probes are short, shared by those who ask at the same time,
 * and reused for half a second.
 */
export class Readiness {
  private isDraining = false;
  private last: { atMs: number; report: Promise<ReadinessReport> } | undefined;

  constructor(
    private readonly needed: Services,
    private readonly optional: Services,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Off for good: the dashboard is about to stop. */
  drain(): void {
    this.isDraining = true;
  }

  /** Whether `drain` was called. */
  get draining(): boolean {
    return this.isDraining;
  }

  async report(): Promise<ReadinessReport> {
    const now = this.clock();
    if (!this.last || now - this.last.atMs > PROBE_REUSED_MS) this.last = { atMs: now, report: this.probe() };
    const report = await this.last.report;
    return this.draining ? { ...report, waitingFor: ['dashboard'] } : report;
  }

  async isReady(): Promise<boolean> {
    return (await this.report()).waitingFor.length === 0;
  }

  private async probe(): Promise<ReadinessReport> {
    const [waitingFor, degraded] = await Promise.all([notServing(this.needed), notServing(this.optional)]);
    return { waitingFor, degraded };
  }
}

async function notServing(services: Services): Promise<string[]> {
  const asked = Object.entries(services);
  const serving = await Promise.all(asked.map(([, service]) => service.isServing(PROBE_TIMEOUT_MS)));
  return asked.map(([name]) => name).filter((_, index) => !serving[index]);
}
