const ROOM = 4;

/**
 * The rows of the highest scores among those that are offered; of equal scores at the edge those of the highest ids stay. Holds up to
 * four times as many before it sorts out.
 */
export class TopCandidates {
  private readonly rows: Uint32Array;
  private readonly scores: Float32Array;
  private count = 0;
  /** What a row must reach to be worth an offer. */
  threshold = -Infinity;

  /** @param compareIds of two rows: negative when the first one's id is greater. */
  constructor(
    private readonly limit: number,
    private readonly compareIds: (first: number, second: number) => number,
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

  /** The best rows, in no order. */
  take(): Uint32Array {
    if (this.count > this.limit) this.sortOut();
    return this.rows.slice(0, this.count);
  }

  private sortOut(): void {
    const sorted = this.scores.slice(0, this.count).sort();
    const edge = sorted[this.count - this.limit]!;
    const atEdge: number[] = [];
    let kept = 0;
    for (let index = 0; index < this.count; index += 1) {
      const score = this.scores[index]!;
      if (score === edge) atEdge.push(this.rows[index]!);
      if (score <= edge) continue;
      this.rows[kept] = this.rows[index]!;
      this.scores[kept] = score;
      kept += 1;
    }
    if (atEdge.length > this.limit - kept) atEdge.sort(this.compareIds);
    for (const row of atEdge.slice(0, this.limit - kept)) {
      this.rows[kept] = row;
      this.scores[kept] = edge;
      kept += 1;
    }
    this.count = kept;
    this.threshold = edge;
  }
}
