import type { ChangeKind, ChangePosition, ChangeRow } from '@heliograph/catalog';
import type { CatalogSignal, Corpus, Snapshot } from '@heliograph/read-model';
import { isAfter } from '../changes/change-tail';
import type { ChangeSource } from '../changes/change-source';

const TURN_MS = 30 * 24 * 3_600_000;
/** Of every ten signals, what happens to the last two; the others are published. */
const KINDS: ReadonlyMap<number, ChangeKind> = new Map([
  [8, 'updated'],
  [9, 'withdrawn'],
]);

/**
 * The changes for test keys. Their corpus never changes, so a wheel turns once in 30 days and brings one signal after
 * another, in order, at moments that only the clock decides: in every 30 days each signal has one change, the same on
 * every machine. What it reports as withdrawn is still found.
 */
export class TestChanges implements ChangeSource {
  private readonly stepMs: number;

  constructor(
    private readonly signals: readonly CatalogSignal[],
    private readonly corpus: Corpus,
    private readonly now: () => Date,
  ) {
    this.stepMs = TURN_MS / signals.length;
  }

  snapshot(): Snapshot {
    return this.corpus.at(this.now().getTime());
  }

  /** Steps of the wheel since 1970. */
  version(): number {
    return Math.floor(this.now().getTime() / this.stepMs);
  }

  read(after: ChangePosition, through: number, limit: number): ChangeRow[] {
    const rows: ChangeRow[] = [];
    for (let step = after.version; step <= through && rows.length < limit; step++) {
      const row = this.rowOf(step);
      if (isAfter(row, after)) rows.push(row);
    }
    return rows;
  }

  /** Nothing is ever lost. */
  requireKnown(): Promise<void> {
    return Promise.resolve();
  }

  positionAt(atMs: number): ChangePosition {
    return { version: Math.ceil(atMs / this.stepMs), id: '0' };
  }

  private rowOf(step: number): ChangeRow {
    const index = step % this.signals.length;
    const { id, document, companyId, employeeCount } = this.signals[index]!;
    const kind = KINDS.get(index % 10) ?? 'published';
    const row = { version: step, id, kind, atMs: step * this.stepMs };
    return kind === 'withdrawn' ? { ...row, was: { document, companyId, employeeCount } } : row;
  }
}
