/** Limits of background work. */
interface BackgroundLimits {
  /** Running at once; the rest waits its turn. */
  concurrency: number;
  /** Running and waiting. */
  maximum: number;
}

/** Work for requests that are already answered: bounded in concurrency and number, first come, first served. */
export class BackgroundWork {
  private readonly waiting: (() => Promise<unknown>)[] = [];
  private readonly idleListeners: (() => void)[] = [];
  private running = 0;

  constructor(private readonly limits: BackgroundLimits) {}

  get size(): number {
    return this.running + this.waiting.length;
  }

  /**
   * @param work never rejects.
   * @returns false if there is no room for it.
   */
  add(work: () => Promise<unknown>): boolean {
    if (this.size >= this.limits.maximum) return false;
    this.waiting.push(work);
    this.next();
    return true;
  }

  /** Resolves once nothing is left. */
  async idle(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  private next(): void {
    if (this.running >= this.limits.concurrency) return;
    const work = this.waiting.shift();
    if (!work) {
      if (this.running === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
      return;
    }
    this.running += 1;
    void work().finally(() => {
      this.running -= 1;
      this.next();
    });
  }
}
