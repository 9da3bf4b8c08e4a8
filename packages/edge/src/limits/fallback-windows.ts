import type { Logger } from '@heliograph/runtime';
import type { WindowUse } from './rate-limits';
import type { MemoryWindows } from './memory-windows';
import type { SharedWindowStore, WindowStore } from './window-store';

/** While the shared store is away it is asked this often whether it is back. */
const PROBE_INTERVAL_MS = 500;
/** Not the id of any account. */
const PROBE_NAME = 'probe';

/**
 * The shared windows while they answer, else those of this process. Limits are a guard, not money: no request fails
 * because the store does, and none waits for it while it is known to be away. While it is away an account may use its
 * limits once in each gateway; the counts seen last are kept, so the minute in which it goes does not start again, and
 * neither does the one in which it returns.
 */
export class FallbackWindows implements WindowStore {
  /** Runs while the shared store is away. */
  private probes: NodeJS.Timeout | undefined;
  /** How far the shared store's clock is ahead of this process', so that both count in the same minutes. */
  private aheadMs = 0;

  constructor(
    private readonly shared: SharedWindowStore,
    private readonly local: MemoryWindows,
    private readonly observer: {
      logger: Logger;
      /** Told of every request that was counted in this process only. */
      onFallback: () => void;
      /** Told when the shared store goes and comes. */
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

  /** Said once, however many requests were under way. */
  private fallBack(error: unknown): void {
    if (this.probes) return;
    this.probes = setInterval(() => void this.probe(), PROBE_INTERVAL_MS);
    this.observer.onChange(false);
    this.observer.logger.warn(
      { err: error },
      'Redis does not answer: rate limits are counted in this process',
    );
  }

  /** By the same call that requests make: a store that answers but cannot count is not back. */
  private async probe(): Promise<void> {
    try {
      await this.shared.take(PROBE_NAME, false, { requests: 0, searches: 0, atMs: 0 });
    } catch {
      return;
    }
    clearInterval(this.probes);
    this.probes = undefined;
    this.observer.onChange(true);
    this.observer.logger.info('Redis answers again: rate limits are shared');
  }
}
