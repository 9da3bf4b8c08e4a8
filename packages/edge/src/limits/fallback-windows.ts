import type { Logger } from '@heliograph/runtime';
import type { WindowUse } from './rate-limits';
import type { MemoryWindows } from './memory-windows';
import type { SharedWindowStore, WindowStore } from './window-store';

/** How often to check whether the shared store is back. */
const PROBE_INTERVAL_MS = 500;
/** Not a valid account id. */
const PROBE_NAME = 'probe';

/**
 * The shared windows while they respond, else this process's. Limits are a guard, not money: no request fails because
 * the store does, and none waits for it while it is known to be down. During an outage, an account may use its limits
 * once per gateway; the last known counts are kept, so counts do not restart in the minutes it goes down or comes back.
 */
export class FallbackWindows implements WindowStore {
  /** Runs while the shared store is down. */
  private probes: NodeJS.Timeout | undefined;
  /** How far the shared store's clock is ahead of this process's, so that both count in the same minutes. */
  private aheadMs = 0;

  constructor(
    private readonly shared: SharedWindowStore,
    private readonly local: MemoryWindows,
    private readonly observer: {
      logger: Logger;
      /** Called for every request counted only in this process. */
      onFallback: () => void;
      /** Called when the shared store goes down or comes back. */
      onChange: (isShared: boolean) => void;
    },
  ) {
    observer.onChange(true);
  }

  async start(): Promise<void> {
    try {
      await this.shared.connect();
    } catch (error) {
      this.fallBack(error);
    }
  }

  async take(accountId: string, isSearch: boolean, nowMs: number): Promise<WindowUse> {
    if (!this.probes) {
      try {
        const known = this.local.seen(accountId, nowMs + this.aheadMs);
        const use = await this.shared.take(accountId, isSearch, known);
        this.aheadMs = use.atMs - nowMs;
        this.local.raise(accountId, use);
        return use;
      } catch (error) {
        this.fallBack(error);
      }
    }
    this.observer.onFallback();
    return this.local.take(accountId, isSearch, nowMs + this.aheadMs);
  }

  close(): void {
    clearInterval(this.probes);
    this.shared.close();
  }

  /** Logged once, however many requests were in flight. */
  private fallBack(error: unknown): void {
    if (this.probes) return;
    this.probes = setInterval(() => void this.probe(), PROBE_INTERVAL_MS);
    this.observer.onChange(false);
    this.observer.logger.warn(
      { err: error },
      'Redis is unreachable: rate limits are counted in this process only',
    );
  }

  /** Uses the same call as requests do: a store that responds but cannot count is not back. */
  private async probe(): Promise<void> {
    try {
      await this.shared.take(PROBE_NAME, false, { requests: 0, searches: 0, atMs: 0 });
    } catch {
      return;
    }
    clearInterval(this.probes);
    this.probes = undefined;
    this.observer.onChange(true);
    this.observer.logger.info('Redis is reachable again: rate limits are shared');
  }
}
