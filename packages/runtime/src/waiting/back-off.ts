import { setTimeout as delay } from 'node:timers/promises';

/** Bounds of the pauses between attempts. */
interface BackOffLimits {
  firstMs: number;
  longestMs: number;
}

/** This many doublings exceed every limit; more would overflow. */
const MAXIMUM_DOUBLINGS = 30;

/**
 * How long to wait before an attempt: doubles up to a limit, and randomizes the upper half so that clients that failed
 * together do not come back together.
 *
 * @param failures consecutive failed attempts before the last one, from 0.
 * @param random from 0 to 1.
 * @returns milliseconds.
 */
export function backOffMs(
  failures: number,
  { firstMs, longestMs }: BackOffLimits,
  random = Math.random(),
): number {
  const longest = Math.min(firstMs * 2 ** Math.min(failures, MAXIMUM_DOUBLINGS), longestMs);
  return longest * (0.5 + random / 2);
}

const USUAL_LIMITS: BackOffLimits = { firstMs: 100, longestMs: 10_000 };

/** Pauses between failing attempts; see {@link backOffMs}. */
export class BackOff {
  private failures = 0;

  constructor(private readonly limits: BackOffLimits = USUAL_LIMITS) {}

  /** Call after a success: the next pause is the shortest again. */
  reset(): void {
    this.failures = 0;
  }

  /** Milliseconds before the next attempt. */
  nextMs(): number {
    const pauseMs = backOffMs(this.failures, this.limits);
    this.failures += 1;
    return pauseMs;
  }

  /** Waits before the next attempt; returns immediately if the signal is aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    // If aborted, the caller sees that in the signal.
    await delay(this.nextMs(), undefined, { signal }).catch(() => undefined);
  }
}
