const BUCKETS = 4_096;
/** Shared by all instances: only one histogram is computed at a time. */
const counts = new Uint32Array(BUCKETS);

/** Maximum rows per offer. */
export const LARGEST_OFFER = 1_024;

/** Scores by position. */
type Scores = Float32Array | Int16Array;

/**
 * The highest-scoring of the rows offered; ties at the cutoff keep the highest ids. Buffers more rows than wanted, then
 * prunes them with a histogram of their scores. Reuses its memory across searches.
 */
export class BestRows {
  private rows = new Uint32Array();
  private scores = new Float32Array();
  private taken = new Uint32Array();
  private limit = 1;
  private room = 1;
  private count = 0;
  /** Whether nothing was offered since the last prune. */
  private isPruned = false;
  /** Lowest score worth offering. */
  threshold = -Infinity;

  /** @param compareIds compares two rows: negative when the first has the greater id. */
  constructor(private readonly compareIds: (first: number, second: number) => number) {}

  /**
   * Starts over.
   *
   * @param limit rows wanted. @param room rows buffered before pruning; at least {@link LARGEST_OFFER} more than
   *   `limit`.
   */
  begin(limit: number, threshold = -Infinity, room = limit + Math.max(limit, LARGEST_OFFER)): void {
    if (this.rows.length < room) {
      this.rows = new Uint32Array(room);
      this.scores = new Float32Array(room);
      this.taken = new Uint32Array(room);
    }
    Object.assign(this, { limit, room, threshold, count: 0, isPruned: false });
  }

  /**
   * Takes up to {@link LARGEST_OFFER} rows of a block, none scored below the threshold.
   *
   * @param positions of `count` rows: offsets from `first`, and indexes into `scores`.
   */
  offer(first: number, positions: Uint32Array, count: number, scores: Scores): void {
    const from = this.makeRoom(count);
    const { rows, scores: held } = this;
    for (let index = 0; index < count; index += 1) {
      const position = positions[index]!;
      rows[from + index] = first + position;
      held[from + index] = scores[position]!;
    }
  }

  /** Same for rows of a list. @param positions indexes into both `listed` and `scores`. */
  offerListed(listed: Uint32Array, positions: Uint32Array, count: number, scores: Scores): void {
    const from = this.makeRoom(count);
    const { rows, scores: held } = this;
    for (let index = 0; index < count; index += 1) {
      const position = positions[index]!;
      rows[from + index] = listed[position]!;
      held[from + index] = scores[position]!;
    }
  }

  /** Whether enough rows were offered. If not, rows below the initial threshold may be among the best. */
  get isFull(): boolean {
    return this.count >= this.limit;
  }

  /**
   * The best rows, valid until the next call. If there are `limit` of them, the threshold becomes their lowest score.
   */
  take(): Uint32Array {
    if (this.isFull && !this.isPruned) this.prune();
    return this.rows.subarray(0, this.count);
  }

  /** The approximate score at this rank among the buffered rows. */
  scoreAt(rank: number): number {
    const { lowest, scale, edge } = this.histogram(Math.min(rank, this.count));
    return scale === 0 ? lowest : lowest + edge / scale;
  }

  /** Buffered rows with scores in [from, below), in the order offered; valid until the next call. */
  between(from: number, below: number): Uint32Array {
    const { rows, scores, count, taken } = this;
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const score = scores[index]!;
      // Always written: a branch here would be unpredictable.
      taken[length] = rows[index]!;
      length += Number(score >= from) & Number(score < below);
    }
    return taken.subarray(0, length);
  }

  /** @returns the index of the first new row. */
  private makeRoom(added: number): number {
    if (this.count + added > this.room) this.prune();
    const from = this.count;
    this.count += added;
    this.isPruned = false;
    return from;
  }

  private prune(): void {
    const { rows, scores, count } = this;
    const { lowest, scale, edge, left } = this.histogram(this.limit);
    const atEdge: number[] = [];
    for (let index = 0; index < count; index += 1) {
      if ((((scores[index]! - lowest) * scale) | 0) === edge) atEdge.push(index);
    }
    atEdge.sort(
      (first, second) => scores[second]! - scores[first]! || this.compareIds(rows[first]!, rows[second]!),
    );
    const last = atEdge[left - 1]!;
    const lastRow = rows[last]!;
    const lastScore = scores[last]!;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const row = rows[index]!;
      const score = scores[index]!;
      if (score < lastScore || (score === lastScore && this.compareIds(row, lastRow) > 0)) continue;
      rows[kept] = row;
      scores[kept] = score;
      kept += 1;
    }
    this.count = kept;
    this.threshold = lastScore;
    this.isPruned = true;
  }

  /** The bucket that contains this rank, and how many of its rows have this rank or better. */
  private histogram(rank: number): { lowest: number; scale: number; edge: number; left: number } {
    const { scores, count } = this;
    let lowest = Infinity;
    let highest = -Infinity;
    for (let index = 0; index < count; index += 1) {
      const score = scores[index]!;
      if (score < lowest) lowest = score;
      if (score > highest) highest = score;
    }
    const scale = highest > lowest ? (BUCKETS - 1) / (highest - lowest) : 0;
    counts.fill(0);
    for (let index = 0; index < count; index += 1) counts[((scores[index]! - lowest) * scale) | 0]! += 1;
    let edge = BUCKETS - 1;
    let left = rank;
    while (counts[edge]! < left) {
      left -= counts[edge]!;
      edge -= 1;
    }
    return { lowest, scale, edge, left };
  }
}
