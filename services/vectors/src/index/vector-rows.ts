import { BestRows } from '../domain/best-rows';
import { quantizeQuery } from '../domain/quantize';
import { CODE_ROWS, SignCode } from '../domain/sign-code';
import { BLOCK_ROWS, paddedDimensions, VectorShard } from '../scan/vector-shard';

/** How many more than asked for are ranked exactly, so that what the high planes rank a little too low is still among them. */
const OVERSAMPLING = 1.1;
const OVERSAMPLING_AT_LEAST = 50;
/** How many times as many again are compared by their high planes after a scan of the codes. */
const CODE_OVERSAMPLING = 5;
/** Added for each tenfold of rows above so many: the more there are, the closer they lie. */
const CODE_OVERSAMPLING_GROWTH = 3;
const GROWTH_FROM_ROWS = 100_000;
/**
 * How many standard deviations of an estimate must lie between the worst row that is ranked and the worst that was likely. With fewer,
 * codes do not tell these vectors apart, and all are compared: those of no real text that was tried (1.2 to 7), those of pure chance (0.3).
 */
const SAFE_DEVIATIONS = 1.2;

/** Rows of a sample that predicts the others, and of how many others it is worth while. */
const SAMPLE_ROWS = 4_096;
const SAMPLE_FROM = 4 * SAMPLE_ROWS;

/** The rows that a query looks at, and the order of rows that are equally near. */
interface RowConditions {
  /** Rows below it are looked at. */
  rowCount: number;
  passes(row: number): boolean;
  /** Negative when the first row's id is greater. */
  compareIds(first: number, second: number): number;
}

/** Scores so many rows of a shard, from one on, in one block. */
type Scoring = (shard: VectorShard, row: number, count: number) => void;

const byHighPlanes: Scoring = (shard, row, count) => shard.scan(row, count);
const byCodes: Scoring = (shard, row, count) => shard.estimate(row, count);

interface StoredVector {
  scale: number;
  high: Int8Array;
  low: Int8Array;
}

/** The vectors of a collection by row, in as many shards as they need, and the search among them. */
export class VectorRows {
  private readonly shards: VectorShard[];
  private readonly shardRows: number;
  private code: SignCode | undefined;
  private codedRows = 0;
  /** Queries that codes were enough for, since the start. */
  codedQueries = 0;

  constructor(private readonly dimensions: number) {
    const first = new VectorShard(dimensions);
    this.shards = [first];
    this.shardRows = first.capacity;
  }

  /** Puts a vector into a row: one that was written before, or the next one. */
  write(row: number, { scale, high, low }: StoredVector): void {
    const index = Math.floor(row / this.shardRows);
    const shard = (this.shards[index] ??= new VectorShard(this.dimensions));
    shard.write(row % this.shardRows, scale, high, low);
    if (this.code === undefined || row > this.codedRows) return;
    shard.writeCode(row % this.shardRows, this.code);
    this.codedRows = Math.max(this.codedRows, row + 1);
  }

  /** The vector in a row. Its planes are good until the next change. */
  read(row: number): StoredVector {
    const shard = this.shardOf(row);
    return { scale: shard.scaleOf(row % this.shardRows), ...shard.planesOf(row % this.shardRows) };
  }

  /** Rows below it have codes. */
  get coded(): number {
    return this.codedRows;
  }

  /** Whether codes were begun. */
  get hasCodes(): boolean {
    return this.code !== undefined;
  }

  /** Begins to make codes around a center. Until all are made, queries compare every vector. */
  codeAround(center: Float32Array): void {
    this.code = new SignCode(center, paddedDimensions(this.dimensions));
    this.codedRows = 0;
  }

  /** Makes the next codes, so many at most, of the rows below a count. @returns whether some are left. */
  codeMore(most: number, rowCount: number): boolean {
    if (this.code === undefined) return false;
    const end = Math.min(this.codedRows + most, rowCount);
    for (; this.codedRows < end; this.codedRows += 1) {
      this.shardOf(this.codedRows).writeCode(this.codedRows % this.shardRows, this.code);
    }
    return this.codedRows < rowCount;
  }

  /** The similarity of a row with the query that was last looked for. */
  similarity(row: number): number {
    return this.shardOf(row).similarity(row % this.shardRows);
  }

  /** Somewhat more rows than asked for, among which the nearest are: what decides between them is left to {@link similarity}. */
  nearest(unit: Float32Array, limit: number, conditions: RowConditions): Uint32Array {
    const { values, scale } = quantizeQuery(unit);
    for (const shard of this.shards) shard.setQuery(values, unit);
    const wanted = Math.ceil(limit * OVERSAMPLING) + OVERSAMPLING_AT_LEAST;
    const { code } = this;
    const all = () => this.scan(wanted, byHighPlanes, conditions).take();
    if (code === undefined || this.codedRows < conditions.rowCount) return all();
    for (const shard of this.shards) shard.setCodedQuery(code, unit);
    const tenfolds = Math.max(0, Math.log10(conditions.rowCount / GROWTH_FROM_ROWS));
    const factor = CODE_OVERSAMPLING + CODE_OVERSAMPLING_GROWTH * tenfolds;
    const likely = this.scan(Math.ceil(wanted * factor), byCodes, conditions);
    const best = this.compare(likely.take(), wanted, conditions);
    const rows = best.take();
    const { constant, deviation } = code.errorOf(unit);
    const margin = best.threshold * scale - (likely.threshold + constant);
    // If not so many are likely, all that pass were compared.
    if (likely.isFull && margin < SAFE_DEVIATIONS * deviation) return all();
    this.codedQueries += 1;
    return rows;
  }

  /** The best of all rows that pass, in ascending order. */
  private scan(limit: number, score: Scoring, conditions: RowConditions): BestRows {
    const { rowCount, compareIds } = conditions;
    const collect = (threshold: number) => {
      const best = new BestRows(limit, compareIds, threshold);
      for (let row = 0; row < rowCount; row += BLOCK_ROWS) {
        this.offer(best, row, Math.min(BLOCK_ROWS, rowCount - row), score, conditions);
      }
      return best;
    };
    const threshold = this.likelyThreshold(limit, score, conditions);
    const best = collect(threshold);
    // Chance had it that the sample was better than the rest, or there are no more that pass.
    return best.isFull || threshold === -Infinity ? best : collect(-Infinity);
  }

  /** What somewhat more rows than wanted reach, by a sample: it spares the offers of the first rows, of which all would seem good. */
  private likelyThreshold(limit: number, score: Scoring, conditions: RowConditions): number {
    const { rowCount, compareIds } = conditions;
    if (rowCount < SAMPLE_FROM) return -Infinity;
    const expected = (limit * SAMPLE_ROWS) / rowCount;
    const best = new BestRows(Math.ceil(expected + 3 * Math.sqrt(expected)) + 1, compareIds);
    const step = Math.floor(rowCount / SAMPLE_ROWS) * CODE_ROWS;
    for (let row = 0; row < step * (SAMPLE_ROWS / CODE_ROWS); row += step) {
      this.offer(best, row, CODE_ROWS, score, conditions);
    }
    if (!best.isFull) return -Infinity;
    best.take();
    return best.threshold;
  }

  /** Offers rows of one block that pass. */
  private offer(
    best: BestRows,
    from: number,
    count: number,
    score: Scoring,
    { passes }: RowConditions,
  ): void {
    const shard = this.shardOf(from);
    score(shard, from % this.shardRows, count);
    const { scores, positions } = shard;
    const collected = shard.collect(count, best.threshold);
    for (let index = 0; index < collected; index += 1) {
      const position = positions[index]!;
      if (passes(from + position)) best.offer(from + position, scores[position]!);
    }
  }

  /** The best of some rows in ascending order, by their high planes. */
  private compare(rows: Uint32Array, limit: number, { compareIds }: RowConditions): BestRows {
    const best = new BestRows(limit, compareIds);
    for (let from = 0; from < rows.length;) {
      const shard = this.shardOf(rows[from]!);
      const first = rows[from]! - (rows[from]! % this.shardRows);
      let to = from + 1;
      while (to < rows.length && to - from < BLOCK_ROWS && rows[to]! < first + this.shardRows) to += 1;
      shard.scanListed(rows.subarray(from, to), first);
      for (let index = from; index < to; index += 1) {
        const score = shard.scores[index - from]!;
        if (score >= best.threshold) best.offer(rows[index]!, score);
      }
      from = to;
    }
    return best;
  }

  private shardOf(row: number): VectorShard {
    return this.shards[Math.floor(row / this.shardRows)]!;
  }
}
