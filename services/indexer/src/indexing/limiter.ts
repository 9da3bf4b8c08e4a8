/** Limits concurrent work; the rest waits in order. */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly maximum: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.maximum) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Hand over the slot.
      if (next) next();
      else this.running -= 1;
    }
  }
}
