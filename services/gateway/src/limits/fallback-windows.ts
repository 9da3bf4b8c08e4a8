import type { Logger } from '@heliograph/runtime';
import type { WindowCounts } from '../domain/rate-limits';
import type { MemoryWindows } from './memory-windows';
import type { WindowStore } from './window-store';

/** After a failure the shared store is left alone for this long, so that not every request waits for a time-out. */
const REST_MS = 500;

/**
 * The shared windows while they answer, else those of this process. Limits are a guard, not money: no request fails
 * because the store does. While it is away an account may use its limits once in each gateway; the counts seen last
 * are kept, so the minute in which it goes does not start again.
 */
export class FallbackWindows implements WindowStore {
  private restUntilMs = 0;
  private isFallenBack = false;

  constructor(
    private readonly shared: WindowStore,
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

  async take(accountId: string, isSearch: boolean, nowMs: number): Promise<WindowCounts> {
    if (nowMs >= this.restUntilMs) {
      try {
        const counts = await this.shared.take(accountId, isSearch, nowMs);
        this.local.raise(accountId, counts, nowMs);
        if (this.isFallenBack) this.change(false);
        return counts;
      } catch (error) {
        this.restUntilMs = nowMs + REST_MS;
        if (!this.isFallenBack) this.change(true, error);
      }
    }
    this.observer.onFallback();
    return this.local.take(accountId, isSearch, nowMs);
  }

  private change(isFallenBack: boolean, error?: unknown): void {
    this.isFallenBack = isFallenBack;
    this.observer.onChange(!isFallenBack);
    if (isFallenBack) {
      this.observer.logger.warn(
        { err: error },
        'Redis does not answer: rate limits are counted in this process',
      );
    } else {
      this.observer.logger.info('Redis answers again: rate limits are shared');
    }
  }
}
