import type { RpcConnection } from '@heliograph/runtime';

const PROBE_TIMEOUT_MS = 1_000;
const PROBE_REUSED_MS = 500;

/** Which services are not ready; none means that the gateway can serve. */
export interface ReadinessReport {
  waitingFor: string[];
}

type Services = Readonly<Record<string, Pick<RpcConnection, 'isServing'>>>;

/**
 * Whether every service behind the gateway is ready to serve. Probes are short, shared by those who ask at the same
 * time, and reused for half a second, so that asking often costs nothing.
 */
export class Readiness {
  private isDraining = false;
  private last: { atMs: number; report: Promise<ReadinessReport> } | undefined;
  private readonly seen = new Set<string>();

  /**
   * @param needed without any of which the gateway cannot serve.
   * @param awaited that the gateway waits for when it starts, and does without later.
   */
  constructor(
    private readonly needed: Services,
    private readonly awaited: Services = {},
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Off for good: the gateway is about to stop. */
  drain(): void {
    this.isDraining = true;
  }

  /** Whether `drain` was called. */
  get draining(): boolean {
    return this.isDraining;
  }

  async report(): Promise<ReadinessReport> {
    if (this.isDraining) return { waitingFor: ['gateway'] };
    const now = this.clock();
    if (!this.last || now - this.last.atMs > PROBE_REUSED_MS) this.last = { atMs: now, report: this.probe() };
    const report = await this.last.report;
    return this.draining ? { waitingFor: ['gateway'] } : report;
  }

  async isReady(): Promise<boolean> {
    return (await this.report()).waitingFor.length === 0;
  }

  private async probe(): Promise<ReadinessReport> {
    const missing = Object.entries(this.awaited).filter(([name]) => !this.seen.has(name));
    const asked = [...Object.entries(this.needed), ...missing];
    const serving = await Promise.all(asked.map(([, service]) => service.isServing(PROBE_TIMEOUT_MS)));
    const waitingFor = asked.map(([name]) => name).filter((_, index) => !serving[index]);
    for (const [name] of missing) if (!waitingFor.includes(name)) this.seen.add(name);
    return { waitingFor };
  }
}
