const BUCKETS = 4_096;
/** Of every sorting out: there is one at a time. */
const counts = new Uint32Array(BUCKETS);

/** Rows that are offered at a time, at most. */
export const LARGEST_OFFER = 1_024;

/**
 * The rows of the highest scores among those that are offered; of equal scores at the edge those of the highest ids
 * stay. Holds more than are wanted before it sorts out, which it does by a histogram of the scores. Its memory is used
 * again from search to search.
 */
export class BestRows {
  private rows = new Uint32Array();
  private scores = new Float32Array();
  private taken = new Uint32Array();
  private limit = 1;
  private room = 1;
  private count = 0;
  /** Whether nothing was offered since the last sorting out. */
  private isSortedOut = false;
  /** What a row must reach to be worth an offer. */
  threshold = -Infinity;

  /** @param compareIds of two rows: negative when the first one's id is greater. */
  constructor(private readonly compareIds: (first: number, second: number) => number) {}

  /**
   * Forgets what there is.
   *
   * @param limit how many are wanted. @param room how many are held before they are sorted out; at least {@link
   *   LARGEST_OFFER} more than are wanted.
   */
  begin(limit: number, threshold = -Infinity, room = limit + Math.max(limit, LARGEST_OFFER)): void {
    if (this.rows.length < room) {
      this.rows = new Uint32Array(room);
      this.scores = new Float32Array(room);
      this.taken = new Uint32Array(room);
    }
    Object.assign(this, { limit, room, threshold, count: 0, isSortedOut: false });
  }

  /**
   * Takes rows of a block, {@link LARGEST_OFFER} at most. Their scores are not below the threshold.
   *
   * @param positions of so many rows behind the first one, and of their scores.
   */
  offer(first: number, positions: Uint32Array, count: number, scores: Float32Array): void {
    const from = this.makeRoom(count);
    const { rows, scores: held } = this;
    for (let index = 0; index < count; index += 1) {
      const position = positions[index]!;
      rows[from + index] = first + position;
      held[from + index] = scores[position]!;
    }
  }

  /** The same for rows of a list. @param positions in the list, and of their scores. */
  offerListed(listed: Uint32Array, positions: Uint32Array, count: number, scores: Float32Array): void {
    const from = this.makeRoom(count);
    const { rows, scores: held } = this;
    for (let index = 0; index < count; index += 1) {
      const position = positions[index]!;
      rows[from + index] = listed[position]!;
      held[from + index] = scores[position]!;
    }
  }

  /** Whether as many were offered as are wanted: if not, rows below the first threshold may be among the best. */
  get isFull(): boolean {
    return this.count >= this.limit;
  }

  /**
   * The best rows, until something else is called. When they are as many as wanted, the threshold is the lowest of
   * their scores.
   */
  take(): Uint32Array {
    if (this.isFull && !this.isSortedOut) this.sortOut();
    return this.rows.subarray(0, this.count);
  }

  /** About the score that so many of what is held reach. */
  scoreAt(rank: number): number {
    const { lowest, scale, edge } = this.histogram(Math.min(rank, this.count));
    return scale === 0 ? lowest : lowest + edge / scale;
  }

  /** What is held with scores from one to below another, in the order in which it was offered, until the next call. */
  between(from: number, below: number): Uint32Array {
    const { rows, scores, count, taken } = this;
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const score = scores[index]!;
      // Written in any case: there is no telling which way a branch would go.
      taken[length] = rows[index]!;
      length += Number(score >= from) & Number(score < below);
    }
    return taken.subarray(0, length);
  }

  /** @returns where the new ones go. */
  private makeRoom(added: number): number {
    if (this.count + added > this.room) this.sortOut();
    const from = this.count;
    this.count += added;
    this.isSortedOut = false;
    return from;
  }

  private sortOut(): void {
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
    this.isSortedOut = true;
  }

  /** The bucket that the score of a rank falls into, and how many of that bucket are of this rank or better. */
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
