const ROOM = 2;
const BUCKETS = 4_096;
/** Of every sorting out: there is one at a time. */
const counts = new Uint32Array(BUCKETS);

/**
 * The rows of the highest scores among those that are offered; of equal scores at the edge those of the highest ids stay. Holds up to
 * twice as many before it sorts out, which it does by a histogram of the scores.
 */
export class BestRows {
  private readonly rows: Uint32Array;
  private readonly scores: Float32Array;
  private count = 0;

  /** @param compareIds of two rows: negative when the first one's id is greater. */
  constructor(
    private readonly limit: number,
    private readonly compareIds: (first: number, second: number) => number,
    /** What a row must reach to be worth an offer. */
    public threshold = -Infinity,
  ) {
    this.rows = new Uint32Array(ROOM * limit);
    this.scores = new Float32Array(ROOM * limit);
  }

  /** Takes a row whose score is not below the threshold. */
  offer(row: number, score: number): void {
    this.rows[this.count] = row;
    this.scores[this.count] = score;
    this.count += 1;
    if (this.count === this.rows.length) this.sortOut();
  }

  /** Whether as many were offered as are wanted: if not, rows below the first threshold may be among the best. */
  get isFull(): boolean {
    return this.count >= this.limit;
  }

  /** The best rows, in the order in which they were offered. When they are as many as wanted, the threshold is the lowest of their scores. */
  take(): Uint32Array {
    if (this.isFull) this.sortOut();
    return this.rows.slice(0, this.count);
  }

  private sortOut(): void {
    const { rows, scores, count, limit } = this;
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
    // Everything above the edge stays.
    let edge = BUCKETS - 1;
    let left = limit;
    while (counts[edge]! < left) {
      left -= counts[edge]!;
      edge -= 1;
    }
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
  }
}
