import type { DoneFault } from '../inject/director';
import type { Progress } from '../run-faults';

/** How often to print progress where the last line cannot be rewritten. */
const LINE_EVERY_SECONDS = 60;
const CLEAR_LINE = '\r\u001b[K';

/** Reports a run's progress on standard error: a line for each step and fault, and the current state. */
export class Console {
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly isQuiet: boolean,
  ) {}

  say(step: string): void {
    this.line(`${step} …`);
  }

  fault({ number, kind, struckAtMs, healedAtMs, note, failure }: DoneFault): void {
    const took = ((healedAtMs - struckAtMs) / 1_000).toFixed(1);
    const what = failure === undefined ? note : `FAILED: ${failure}`;
    const at = (struckAtMs / 1_000).toFixed(1).padStart(6);
    this.line(
      `${at} s  ${String(number).padStart(3)} ${kind.padEnd(16)} ${took.padStart(5)} s  ${what}`.trimEnd(),
    );
  }

  progress(progress: Progress): void {
    if (this.isQuiet) return;
    const { seconds, faults, planned, activeFaults, requests, answered, violations } = progress;
    const text = `${seconds} s, ${faults} of ${planned} faults, ${activeFaults} now, ${requests} requests, ${answered} answers, ${violations} violations`;
    if (this.stream.isTTY) this.stream.write(CLEAR_LINE + text);
    else if (seconds % LINE_EVERY_SECONDS === 0) this.line(text);
  }

  private line(text: string): void {
    if (this.isQuiet) return;
    this.stream.write(`${this.stream.isTTY ? CLEAR_LINE : ''}${text}\n`);
  }
}
