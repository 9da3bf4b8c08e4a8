import type { Operation } from '../load/request-plan';
import type { FaultName } from '../plan/fault-kinds';

/** Measures, for each fault, the time until a request sent after it is answered with 200. */
export class Recovery {
  /** Milliseconds, by kind of fault. */
  readonly byKind = new Map<FaultName, number[]>();
  private waiting: { kind: FaultName; atMs: number }[] = [];

  constructor(private readonly clock: () => number = () => performance.now()) {}

  recordFault(kind: FaultName): void {
    this.waiting.push({ kind, atMs: this.clock() });
  }

  /** @param sentAtMs when the attempt that was just answered was sent. */
  answered(sentAtMs: number, operation: Operation): void {
    const now = this.clock();
    this.waiting = this.waiting.filter(({ kind, atMs }) => {
      if (sentAtMs < atMs || !concerns(kind, operation)) return true;
      const known = this.byKind.get(kind);
      if (known) known.push(now - atMs);
      else this.byKind.set(kind, [now - atMs]);
      return false;
    });
  }
}

/** Killing the company service affects company requests; all other faults affect searches. */
function concerns(kind: FaultName, operation: Operation): boolean {
  return (kind === 'kill-company') === (operation === 'company');
}
