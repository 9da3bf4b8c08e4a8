import type { PointQuery } from '../domain/point';
import { BLOCK_ROWS } from '../scan/vector-shard';

/** The time of a free row, so no query finds it. */
const FREE = Infinity;

/** Publication times and ordinals by row: what a query's conditions check. */
export class Publications {
  private times = new Float64Array(BLOCK_ROWS);
  private ordinals = new Uint32Array(BLOCK_ROWS);
  /** Upper bounds of each block's times and ordinals: with them, most blocks pass as a whole. */
  private latest = new Float64Array(1);
  private greatest = new Uint32Array(1);

  /** Rows that fit. */
  get capacity(): number {
    return this.times.length;
  }

  /** Doubles the capacity. */
  grow(): void {
    const { capacity } = this;
    this.times = grown(this.times, new Float64Array(2 * capacity));
    this.ordinals = grown(this.ordinals, new Uint32Array(2 * capacity));
    this.latest = grown(this.latest, new Float64Array((2 * capacity) / BLOCK_ROWS));
    this.greatest = grown(this.greatest, new Uint32Array((2 * capacity) / BLOCK_ROWS));
  }

  put(row: number, publishedAtMs: number, ordinal: number): void {
    const block = Math.floor(row / BLOCK_ROWS);
    const wasLatest = this.times[row] === this.latest[block];
    this.times[row] = publishedAtMs;
    this.ordinals[row] = ordinal;
    // Otherwise one row that was free or scheduled would keep its block on the slow path for good.
    if (wasLatest) this.latest[block] = this.latestOf(block);
    this.latest[block] = Math.max(this.latest[block]!, publishedAtMs);
    this.greatest[block] = Math.max(this.greatest[block]!, ordinal);
  }

  free(row: number): void {
    this.times[row] = this.latest[Math.floor(row / BLOCK_ROWS)] = FREE;
  }

  isFree(row: number): boolean {
    return this.times[row] === FREE;
  }

  timeOf(row: number): number {
    return this.times[row]!;
  }

  ordinalOf(row: number): number {
    return this.ordinals[row]!;
  }

  /**
   * Moves the positions of rows that meet the conditions to the front.
   *
   * @param positions of `count` rows in one block, as offsets from `first`.
   * @returns how many pass.
   */
  retainMatching(
    { publishedUntilMs, ordinalBelow }: PointQuery,
    first: number,
    positions: Uint32Array,
    count: number,
  ): number {
    const { times, ordinals } = this;
    const block = Math.floor(first / BLOCK_ROWS);
    // Saves two cache misses per row.
    if (this.latest[block]! <= publishedUntilMs && this.greatest[block]! < ordinalBelow) return count;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const position = positions[index]!;
      const row = first + position;
      if (times[row]! > publishedUntilMs || ordinals[row]! >= ordinalBelow) continue;
      positions[kept] = position;
      kept += 1;
    }
    return kept;
  }

  private latestOf(block: number): number {
    const end = (block + 1) * BLOCK_ROWS;
    let latest = -Infinity;
    for (let row = block * BLOCK_ROWS; row < end; row += 1) latest = Math.max(latest, this.times[row]!);
    return latest;
  }
}

function grown<Column extends Float64Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
