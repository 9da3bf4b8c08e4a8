import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Pauses between tries that fail: each up to twice as long as the one before, with chance in it so that many do not come at once. */
export class BackOff {
  private failures = 0;

  constructor(
    private readonly firstMs = FIRST_MS,
    private readonly longestMs = LONGEST_MS,
  ) {}

  /** After a success the next pause is the shortest again. */
  reset(): void {
    this.failures = 0;
  }

  /** Milliseconds before the next try. */
  nextMs(): number {
    const longest = Math.min(this.firstMs * 2 ** this.failures, this.longestMs);
    this.failures += 1;
    return longest * (0.5 + Math.random() / 2);
  }

  /** Waits before the next try; returns at once when the signal is aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    try {
      await delay(this.nextMs(), undefined, { signal });
    } catch {
      // Aborted: the caller sees it by the signal.
    }
  }
}
