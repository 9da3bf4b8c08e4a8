/** When a value was measured, and the value or the error. */
type Outcome<Value> = { atMs: number } & ({ value: Value } | { error: unknown });

/**
 * A value measured on demand, at most once per period; concurrent callers share a measurement. Frequent callers
 * therefore never reach beyond this process.
 */
export class Measurement<Value> {
  private last: { startedMs: number; outcome: Promise<Outcome<Value>> } | undefined;

  /**
   * @param measure called again only when its last call has settled and the period since that call began is over.
   * @param clock milliseconds since the Unix epoch.
   */
  constructor(
    private readonly measure: () => Promise<Value>,
    private readonly periodMs: number,
    private readonly clock: () => number,
  ) {}

  /** Never rejects. */
  read(): Promise<Outcome<Value>> {
    const nowMs = this.clock();
    // A clock that was set back must not stall it.
    const age = this.last && Math.abs(nowMs - this.last.startedMs);
    if (!this.last || age! >= this.periodMs) {
      const running = this.last?.outcome;
      const outcome = running ? running.then(() => this.run()) : this.run();
      this.last = { startedMs: nowMs, outcome };
    }
    return this.last.outcome;
  }

  private async run(): Promise<Outcome<Value>> {
    try {
      const value = await this.measure();
      return { atMs: this.clock(), value };
    } catch (error) {
      return { atMs: this.clock(), error };
    }
  }
}
