/** When a value was measured, and the value or the error instead. */
type Outcome<Value> = { atMs: number } & ({ value: Value } | { error: unknown });

/**
 * A value that is measured when it is asked for, at most once in a period; concurrent callers share a measurement. So
 * frequent callers reach only this process.
 */
export class Measurement<Value> {
  private last: { startedMs: number; outcome: Promise<Outcome<Value>> } | undefined;

  /**
   * @param measure is called again only once the period after its last call is over and that one has ended.
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
    // A clock that was set back must not stop it.
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
