/** One test. */
export interface Step {
  name: string;
  ok: boolean;
  /** Whole milliseconds. */
  milliseconds: number;
  /** What was observed, or what is wrong. */
  detail: string;
}

export interface StepResult<Result> {
  /** What was observed, in a few words. */
  detail: string;
  /** Passed to later steps. */
  result: Result;
}

/** Runs steps one after another and records each result. */
export class Steps {
  private readonly finished: Step[] = [];

  /** @param describe describes an error in one line. */
  constructor(private readonly describe: (error: unknown) => string) {}

  get done(): readonly Step[] {
    return this.finished;
  }

  /** @throws whatever the step throws, after recording it. */
  async run<Result>(name: string, work: () => Promise<StepResult<Result>>): Promise<Result> {
    const startedAt = performance.now();
    const finish = (ok: boolean, detail: string) =>
      this.finished.push({ name, ok, milliseconds: Math.round(performance.now() - startedAt), detail });
    try {
      const { detail, result } = await work();
      finish(true, detail);
      return result;
    } catch (error) {
      finish(false, this.describe(error));
      throw error;
    }
  }
}
