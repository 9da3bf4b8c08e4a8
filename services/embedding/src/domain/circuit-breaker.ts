export type BreakerState = 'closed' | 'half_open' | 'open';

interface CircuitBreakerOptions {
  /** Consecutive failures that open it. */
  failuresToOpen: number;
  /** The first pause, doubled each time the attempt after it fails. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** Milliseconds of a monotonic clock. */
  clock: () => number;
  /** At least 0, below 1. */
  random: () => number;
  onChange?: (state: BreakerState) => void;
}

/** Permission to try, to be returned exactly once with the outcome. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** Neither: it responded, but the response says nothing about whether it works. */
  undecided(): void;
}

/**
 * Stops calls to a vendor that keeps failing. After a few consecutive failures, no request passes during a pause; then
 * one does, and its outcome decides.
 */
export class CircuitBreaker {
  private current: BreakerState = 'closed';
  private failures = 0;
  private pauses = 0;
  private closedUntil = 0;
  private isProbing = false;
  /** Outcomes from an earlier generation are ignored. */
  private generation = 0;

  constructor(private readonly options: CircuitBreakerOptions) {}

  get state(): BreakerState {
    return this.current;
  }

  /** Milliseconds until a call makes sense; 0 if it does now. */
  waitMs(): number {
    if (this.current === 'closed') return 0;
    const left = this.closedUntil - this.options.clock();
    if (left > 0) return left;
    return this.isProbing ? this.options.firstPauseMs : 0;
  }

  /** Permission to try; undefined while there is none. */
  enter(): Pass | undefined {
    if (this.waitMs() > 0) return undefined;
    if (this.current !== 'closed') {
      this.isProbing = true;
      this.change('half_open');
    }
    const generation = this.generation;
    const decide = (decision: () => void) => () => {
      if (generation === this.generation) decision();
    };
    return {
      succeeded: decide(() => this.close()),
      failed: decide(() => this.countFailure()),
      undecided: decide(() => {
        if (this.current === 'half_open') this.close();
      }),
    };
  }

  private close(): void {
    this.failures = 0;
    this.pauses = 0;
    if (this.current === 'closed') return;
    this.generation += 1;
    this.isProbing = false;
    this.change('closed');
  }

  private countFailure(): void {
    this.failures += 1;
    if (this.current === 'closed' && this.failures < this.options.failuresToOpen) return;
    const { firstPauseMs, longestPauseMs, clock, random } = this.options;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.pauses);
    this.pauses += 1;
    this.generation += 1;
    this.isProbing = false;
    // Jitter: instances that failed together do not retry together.
    this.closedUntil = clock() + pauseMs * (0.5 + random() / 2);
    this.change('open');
  }

  private change(state: BreakerState): void {
    if (state === this.current) return;
    this.current = state;
    this.options.onChange?.(state);
  }
}
