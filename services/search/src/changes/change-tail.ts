import type { ChangePosition, ChangeRow } from '@heliograph/catalog';

/** The least number of rows kept; at most twice as many. Feeds that keep up are served from them alone. */
export const TAIL_ROWS = 16_384;

/** Whether a change comes after a place in the order. */
export function isAfter(row: Pick<ChangeRow, 'version' | 'id'>, place: ChangePosition): boolean {
  if (row.version !== place.version) return row.version > place.version;
  // Decimal digits without leading zeros.
  return row.id.length === place.id.length ? row.id > place.id : row.id.length > place.id.length;
}

/** The place after everything of a version. */
export const behind = (version: number): ChangePosition => ({ version: version + 1, id: '0' });

/** The newest changes of the catalog, in memory. */
export class ChangeTail {
  private rows: ChangeRow[] = [];
  /** Every change of a later version is here. */
  private completeAfter = Infinity;
  /** When the newest change was committed, by the database's clock; 0 without any. */
  lastAtMs = 0;

  /**
   * Starts over, or with the first changes.
   *
   * @param newestFirst the newest of all, at most {@link TAIL_ROWS}.
   * @param version the catalog's.
   */
  load(newestFirst: readonly ChangeRow[], version: number): void {
    this.rows = [];
    this.lastAtMs = 0;
    // The log does not begin with the catalog: what came before its oldest change, or with it, may have been removed.
    this.completeAfter = newestFirst.at(-1)?.version ?? version;
    this.append(newestFirst);
  }

  /** @param newestFirst the newest changes since the last ones loaded, at most {@link TAIL_ROWS}. */
  append(newestFirst: readonly ChangeRow[]): void {
    this.lastAtMs = newestFirst[0]?.atMs ?? this.lastAtMs;
    if (newestFirst.length >= TAIL_ROWS) {
      // Some changes of the oldest version, and of those between it and what is here, may be missing.
      this.completeAfter = newestFirst.at(-1)!.version;
      this.rows = newestFirst.filter(({ version }) => version > this.completeAfter).reverse();
      return;
    }
    for (let index = newestFirst.length - 1; index >= 0; index--) this.rows.push(newestFirst[index]!);
    if (this.rows.length < 2 * TAIL_ROWS) return;
    this.completeAfter = this.rows[this.rows.length - TAIL_ROWS - 1]!.version;
    this.rows = this.rows.slice(this.firstIndex(({ version }) => version > this.completeAfter));
  }

  /** Whether every change after a place is here. */
  covers({ version }: ChangePosition): boolean {
    return version > this.completeAfter;
  }

  /** Changes after a place that it covers. */
  after(place: ChangePosition, most: number): readonly ChangeRow[] {
    const from = this.firstIndex((row) => isAfter(row, place));
    return this.rows.slice(from, from + most);
  }

  /** The first version of a time or later; undefined when that may be earlier than what is here. */
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
