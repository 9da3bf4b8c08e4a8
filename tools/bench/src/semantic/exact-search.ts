/** The best of many candidates, in a heap with the worst at its root. */
class Best {
  private readonly scores: Float32Array;
  private readonly ids: string[];
  private size = 0;

  constructor(private readonly capacity: number) {
    this.scores = new Float32Array(capacity);
    this.ids = new Array<string>(capacity);
  }

  add(score: number, id: string): void {
    if (this.size < this.capacity) {
      this.place(this.size, score, id);
      this.size += 1;
      this.siftUp(this.size - 1);
    } else if (score > this.scores[0]!) {
      this.place(0, score, id);
      this.siftDown(0);
    }
  }

  get found(): Set<string> {
    return new Set(this.ids.slice(0, this.size));
  }

  private siftUp(start: number): void {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.scores[parent]! <= this.scores[at]!) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(start: number): void {
    for (let at = start; ;) {
      const left = 2 * at + 1;
      if (left >= this.size) return;
      const right = left + 1;
      const smaller = right < this.size && this.scores[right]! < this.scores[left]! ? right : left;
      if (this.scores[at]! <= this.scores[smaller]!) return;
      this.swap(at, smaller);
      at = smaller;
    }
  }

  private swap(one: number, other: number): void {
    const [score, id] = [this.scores[one]!, this.ids[one]!];
    this.place(one, this.scores[other]!, this.ids[other]!);
    this.place(other, score, id);
  }

  private place(at: number, score: number, id: string): void {
    this.scores[at] = score;
    this.ids[at] = id;
  }
}

/** Compares every query with every vector: the exact results to measure an index against. */
export class ExactSearch {
  private readonly best: Best[];
  private milliseconds = 0;
  private vectors = 0;

  constructor(
    private readonly queries: readonly Float32Array[],
    limit: number,
  ) {
    this.best = queries.map(() => new Best(limit));
  }

  add(id: string, vector: Float32Array): void {
    const started = performance.now();
    this.queries.forEach((query, index) => {
      let sum = 0;
      for (let at = 0; at < vector.length; at += 1) sum += vector[at]! * query[at]!;
      this.best[index]!.add(sum, id);
    });
    this.milliseconds += performance.now() - started;
    this.vectors += 1;
  }

  /** The ids of each query's nearest vectors. */
  get nearest(): Set<string>[] {
    return this.best.map(({ found }) => found);
  }

  /** Milliseconds that this process takes per query over all vectors. */
  get msPerQuery(): number {
    return this.milliseconds / this.queries.length;
  }
}
