import { BestRows, LARGEST_OFFER } from '../domain/best-rows';
import { quantizeQuery } from '../domain/quantize';
import { CODE_ROWS, SignCode } from '../domain/sign-code';
import { BLOCK_ROWS, paddedDimensions, VectorShard } from '../scan/vector-shard';

/**
 * How many more than asked for are ranked exactly, so that what the high planes rank a little too low is still among
 * them.
 */
const OVERSAMPLING = 1.05;
const OVERSAMPLING_AT_LEAST = 50;
/** How many times as many again are estimated to be likely by their codes, and how many of these are compared first. */
const LIKELY = 6;
const LIKELIEST = 2;
/**
 * How many standard deviations the estimate of a row may be below what the likeliest rows reached: less likely ones are
 * not compared. Of 100 rows that belong to the pool of a real title, 99 are found, and 98 of the worst title's.
 */
const DEVIATIONS = 1.5;
/** If codes leave a larger share of the rows than this, comparing every vector takes less time. */
const LARGEST_SHARE = 1 / 4;

/** Rows of a sample that predicts the others, and of how many others it is worth while. */
const SAMPLE_ROWS = 4_096;
const SAMPLE_FROM = 4 * SAMPLE_ROWS;

/** The rows that a query looks at. */
interface RowConditions {
  /** Rows below it are looked at. */
  rowCount: number;
  /**
   * Moves the positions of rows that pass to the front.
   *
   * @param positions of so many rows behind the first one. @returns how many pass.
   */
  keepPassing(first: number, positions: Uint32Array, count: number): number;
}

/** Two columns, until the next search. */
interface NearRows {
  rows: Uint32Array;
  similarities: Float32Array;
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
  /** Of a scan, and of a sample before it or a comparison behind it. */
  private readonly found: BestRows;
  private readonly better: BestRows;
  private similarities = new Float32Array();
  /** Queries that codes were enough for, since the start. */
  codedQueries = 0;

  /**
   * @param compareIds of two rows: negative when the first one's id is greater. Of rows that are equally near those of
   * greater ids are found.
   */
  constructor(
    private readonly dimensions: number,
    compareIds: (first: number, second: number) => number,
  ) {
    this.found = new BestRows(compareIds);
    this.better = new BestRows(compareIds);
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

  /** Somewhat more rows than asked for, among which the nearest are, in no order. */
  nearest(unit: Float32Array, limit: number, conditions: RowConditions): NearRows {
    const { values, scale } = quantizeQuery(unit);
    for (const shard of this.shards) shard.setQuery(values, unit);
    const wanted = Math.ceil(limit * OVERSAMPLING) + OVERSAMPLING_AT_LEAST;
    const rows = this.codedNearest(unit, scale, wanted, conditions) ?? this.allNearest(wanted, conditions);
    if (this.similarities.length < rows.length) this.similarities = new Float32Array(rows.length);
    const { similarities } = this;
    this.eachListed(rows, (shard, listed, first, from) => {
      shard.compareListed(listed, first);
      similarities.set(shard.scores.subarray(0, listed.length), from);
    });
    return { rows, similarities: similarities.subarray(0, rows.length) };
  }

  private allNearest(wanted: number, conditions: RowConditions): Uint32Array {
    this.scan(wanted, byHighPlanes, conditions);
    return this.found.take();
  }

  /** Undefined when codes do not tell the rows apart, or are missing. */
  private codedNearest(
    unit: Float32Array,
    scale: number,
    wanted: number,
    conditions: RowConditions,
  ): Uint32Array | undefined {
    const { code, found, better } = this;
    const { rowCount } = conditions;
    if (code === undefined || this.codedRows < rowCount) return undefined;
    for (const shard of this.shards) shard.setCodedQuery(code, unit);
    this.scan(LIKELY * wanted, byCodes, conditions);
    const isAll = !found.isFull;
    const likeliest = isAll ? -Infinity : found.scoreAt(LIKELIEST * wanted);
    better.begin(wanted);
    this.compare(found.between(likeliest, Infinity));
    better.take();
    if (!isAll) {
      const { constant, deviation } = code.errorOf(unit);
      const least = better.threshold * scale - constant - DEVIATIONS * deviation;
      if (least < found.threshold) {
        this.collect(Math.floor(rowCount * LARGEST_SHARE), least, byCodes, conditions);
        if (found.isFull) return undefined;
      }
      this.compare(found.between(least, likeliest));
    }
    this.codedQueries += 1;
    return better.take();
  }

  /** Finds the best of all rows that pass, in ascending order. */
  private scan(limit: number, score: Scoring, conditions: RowConditions): void {
    const threshold = this.likelyThreshold(limit, score, conditions);
    this.collect(limit, threshold, score, conditions);
    // Chance had it that the sample was better than the rest, or there are no more that pass.
    if (!this.found.isFull && threshold > -Infinity) this.collect(limit, -Infinity, score, conditions);
  }

  private collect(limit: number, threshold: number, score: Scoring, conditions: RowConditions): void {
    const { rowCount } = conditions;
    this.found.begin(limit, threshold);
    for (let row = 0; row < rowCount; row += BLOCK_ROWS) {
      this.offer(this.found, row, Math.min(BLOCK_ROWS, rowCount - row), score, conditions);
    }
  }

  /**
   * What slightly more rows than wanted reach, by a sample: it spares the offers of the first rows, of which all would
   * seem good.
   */
  private likelyThreshold(limit: number, score: Scoring, conditions: RowConditions): number {
    const { rowCount } = conditions;
    if (rowCount < SAMPLE_FROM) return -Infinity;
    const expected = (limit * SAMPLE_ROWS) / rowCount;
    const rank = Math.ceil(expected + 3 * Math.sqrt(expected)) + 1;
    const sample = this.better;
    sample.begin(rank, -Infinity, SAMPLE_ROWS + LARGEST_OFFER);
    const step = Math.floor(rowCount / SAMPLE_ROWS) * CODE_ROWS;
    for (let row = 0; row < step * (SAMPLE_ROWS / CODE_ROWS); row += step) {
      this.offer(sample, row, CODE_ROWS, score, conditions);
    }
    return sample.isFull ? sample.scoreAt(rank) : -Infinity;
  }

  /** Offers rows of one block that pass. */
  private offer(
    best: BestRows,
    from: number,
    count: number,
    score: Scoring,
    conditions: RowConditions,
  ): void {
    const shard = this.shardOf(from);
    score(shard, from % this.shardRows, count);
    const { positions, scores } = shard;
    const passing = conditions.keepPassing(from, positions, shard.collect(count, best.threshold));
    best.offer(from, positions, passing, scores);
  }

  /** Adds rows to the better ones, by their high planes. */
  private compare(rows: Uint32Array): void {
    const { better } = this;
    this.eachListed(rows, (shard, listed, first) => {
      shard.scanListed(listed, first);
      const reaching = shard.collect(listed.length, better.threshold);
      better.offerListed(listed, shard.positions, reaching, shard.scores);
    });
  }

  /**
   * Splits rows into as many of one shard as it takes at a time.
   *
   * @param each is also given the number of the shard's first row, and the first one's place.
   */
  private eachListed(
    rows: Uint32Array,
    each: (shard: VectorShard, listed: Uint32Array, first: number, from: number) => void,
  ): void {
    for (let from = 0; from < rows.length;) {
      const shard = this.shardOf(rows[from]!);
      const first = rows[from]! - (rows[from]! % this.shardRows);
      const most = Math.min(rows.length, from + BLOCK_ROWS);
      let to = from + 1;
      while (to < most && rows[to]! >= first && rows[to]! < first + this.shardRows) to += 1;
      each(shard, rows.subarray(from, to), first, from);
      from = to;
    }
  }

  private shardOf(row: number): VectorShard {
    return this.shards[Math.floor(row / this.shardRows)]!;
  }
}
