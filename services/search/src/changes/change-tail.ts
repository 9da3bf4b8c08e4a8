import type { ChangePosition, ChangeRow } from '@heliograph/catalog';

/** Minimum number of rows kept; the maximum is twice that. Feeds that keep up are served from them alone. */
export const TAIL_ROWS = 16_384;

/** Whether a change comes after a position in the order. */
export function isAfter(row: Pick<ChangeRow, 'version' | 'id'>, position: ChangePosition): boolean {
  if (row.version !== position.version) return row.version > position.version;
  // Decimal digits without leading zeros.
  return row.id.length === position.id.length ? row.id > position.id : row.id.length > position.id.length;
}

/** The position after everything of a version. */
export const behind = (version: number): ChangePosition => ({ version: version + 1, id: '0' });

/** The newest changes of the catalog, in memory. */
export class ChangeTail {
  private rows: ChangeRow[] = [];
  /** All changes of later versions are here. */
  private completeAfter = Infinity;

  /**
   * Replaces all changes with those of a load.
   *
   * @param newestFirst the newest of all, at most {@link TAIL_ROWS}.
   * @param version the catalog's.
   */
  load(newestFirst: readonly ChangeRow[], version: number): void {
    this.rows = [];
    // The log does not reach back to the catalog's beginning: changes before its oldest, or with it, may have been
    // removed.
    this.completeAfter = newestFirst.at(-1)?.version ?? version;
    this.append(newestFirst);
  }

  /** @param newestFirst the newest changes since the last ones loaded, at most {@link TAIL_ROWS}. */
  append(newestFirst: readonly ChangeRow[]): void {
    if (newestFirst.length >= TAIL_ROWS) {
      // Changes of its oldest version, and of versions between that and the rows so far, may be missing.
      this.completeAfter = newestFirst.at(-1)!.version;
      this.rows = newestFirst.filter(({ version }) => version > this.completeAfter).reverse();
      return;
    }
    for (let index = newestFirst.length - 1; index >= 0; index--) this.rows.push(newestFirst[index]!);
    if (this.rows.length < 2 * TAIL_ROWS) return;
    this.completeAfter = this.rows[this.rows.length - TAIL_ROWS - 1]!.version;
    this.rows = this.rows.slice(this.firstIndex(({ version }) => version > this.completeAfter));
  }

  /** Whether every change after a position is here. */
  covers({ version }: ChangePosition): boolean {
    return version > this.completeAfter;
  }

  /** Changes after a position that it covers. */
  after(position: ChangePosition, limit: number): readonly ChangeRow[] {
    const from = this.firstIndex((row) => isAfter(row, position));
    return this.rows.slice(from, from + limit);
  }

  /** The first version at a time or later; undefined when it may be older than the rows here. */
  firstVersionSince(atMs: number): number | undefined {
    const [oldest] = this.rows;
    if (!oldest || oldest.atMs >= atMs) return undefined;
    return this.rows[this.firstIndex((row) => row.atMs >= atMs)]?.version;
  }

  private firstIndex(holds: (row: ChangeRow) => boolean): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.rows[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
