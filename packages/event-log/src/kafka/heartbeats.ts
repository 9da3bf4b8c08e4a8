import { isMembershipLost } from './generation';

/**
 * Keeps a member alive while it processes a long batch. Signals once if the partitions must be given up: the group is
 * rebalancing, or no heartbeat has succeeded for too long.
 */
export class Heartbeats {
  private readonly timer: NodeJS.Timeout;
  private underWay: Promise<void> | undefined;
  private lastSuccess = performance.now();
  private reason: unknown;

  constructor(
    private readonly heartbeat: () => Promise<void>,
    private readonly options: { intervalMs: number; memberTimeoutMs: number; onLost(): void },
  ) {
    this.timer = setInterval(() => {
      this.underWay ??= this.beat();
    }, options.intervalMs);
  }

  /**
   * Stops the heartbeats. Rejects with the reason if the partitions must be given up; the client then rejoins the
   * group.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
    if (this.reason !== undefined) throw this.reason;
  }

  private async beat(): Promise<void> {
    try {
      await this.heartbeat();
      this.lastSuccess = performance.now();
    } catch (error) {
      const silentMs = performance.now() - this.lastSuccess;
      if (this.reason === undefined && (isMembershipLost(error) || silentMs > this.options.memberTimeoutMs)) {
        this.reason = error;
        this.options.onLost();
      }
    } finally {
      this.underWay = undefined;
    }
  }
}
