interface Waiting<Target> {
  targets: readonly Target[];
  wanted: readonly Target[];
  begin: (got: ReadonlySet<Target>) => void;
}

/** Runs work on the same targets one at a time, in the order requested, and other work in parallel. */
export class TargetLocks<Target extends string> {
  private readonly held = new Set<Target>();
  private waiting: Waiting<Target>[] = [];

  /**
   * Runs the work after all earlier work on any of its targets.
   *
   * @param wanted additional targets, granted if they are free by then; passed to the work.
   */
  async run<Result>(
    targets: readonly Target[],
    wanted: readonly Target[],
    work: (got: ReadonlySet<Target>) => Promise<Result>,
  ): Promise<Result> {
    const got = await new Promise<ReadonlySet<Target>>((begin) => {
      this.waiting.push({ targets, wanted, begin });
      this.admit();
    });
    try {
      return await work(got);
    } finally {
      for (const target of [...targets, ...got]) this.held.delete(target);
      this.admit();
    }
  }

  /** Starts all work whose targets are free and not waited for by earlier work. */
  private admit(): void {
    const claimed = new Set<Target>(this.held);
    const left: Waiting<Target>[] = [];
    const begun: Waiting<Target>[] = [];
    for (const waiting of this.waiting) {
      const isFree = waiting.targets.every((target) => !claimed.has(target));
      (isFree ? begun : left).push(waiting);
      for (const target of waiting.targets) claimed.add(target);
    }
    this.waiting = left;
    for (const { targets, wanted, begin } of begun) {
      const got = new Set(wanted.filter((target) => !claimed.has(target)));
      for (const target of [...targets, ...got]) {
        this.held.add(target);
        claimed.add(target);
      }
      begin(got);
    }
  }
}
