export type BreakerState = 'closed' | 'half_open' | 'open';

interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  failuresToOpen: number;
  /** The first pause, doubled each time that the attempt after it fails. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** Milliseconds of any clock that does not jump. */
  clock: () => number;
  /** At least 0, below 1. */
  random: () => number;
  onChange?: (state: BreakerState) => void;
}

/** Leave to try, to be given back exactly once with how it went. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** Neither: it lives, but said nothing about whether it works. */
  undecided(): void;
}

/**
 * Keeps from asking what fails again and again. After a few failures in a row no request passes for a pause; then one does, and
 * what becomes of that one decides.
 */
export class CircuitBreaker {
  private current: BreakerState = 'closed';
  private failures = 0;
  private pauses = 0;
  private closedUntil = 0;
  private isProbing = false;
  /** Passes of an earlier time decide nothing any more. */
  private generation = 0;

  constructor(private readonly options: CircuitBreakerOptions) {}

  get state(): BreakerState {
    return this.current;
  }

  /** Milliseconds after which asking makes sense; 0 when it does now. */
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
    // Instances that failed together do not come back together.
    this.closedUntil = clock() + pauseMs * (0.5 + random() / 2);
    this.change('open');
  }

  private change(state: BreakerState): void {
    if (state === this.current) return;
    this.current = state;
    this.options.onChange?.(state);
  }
}
