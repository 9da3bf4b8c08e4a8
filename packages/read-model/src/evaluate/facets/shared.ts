import type { Slices } from '../scan';

/** A result that several need: each of them continues the same work until it is done. */
export class Shared<Result extends object> {
  private result: Result | undefined;

  constructor(private readonly work: Slices<Result>) {}

  *wait(): Slices<Result> {
    for (;;) {
      if (this.result) return this.result;
      const step = this.work.next();
      if (step.done) return (this.result = step.value);
      yield;
    }
  }
}
