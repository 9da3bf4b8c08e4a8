import { BestRows, LARGEST_OFFER } from '../domain/best-rows';
import { quantizeQuery } from '../domain/quantize';
import { CODE_ROWS, codedDimensions, SignCode } from '../domain/sign-code';
import { MAXIMUM_BATCH_SIZE } from '../scan/code-functions';
import { BLOCK_ROWS, VectorShard, type ReachingRows } from '../scan/vector-shard';

/**
 * How many more rows than asked for are ranked exactly, to include those that the high planes rank slightly too low.
 */
const OVERSAMPLING = 1.05;
const OVERSAMPLING_AT_LEAST = 50;
/**
 * Multiples of the wanted rows: how many likely ones a scan of codes collects, and how many of these are compared
 * first.
 */
const LIKELY = 12;
const LIKELIEST = 2;
/**
 * How many standard deviations a row's estimate may be below what the likeliest rows reached; rows further below are
 * not compared. This finds 99 of 100 rows of the pool for real titles, and 98 for the worst title.
 */
const DEVIATIONS = 1.5;
/** If codes leave a larger share of the rows than this, comparing every vector is faster. */
const LARGEST_SHARE = 1 / 4;

/** Rows of the sample that predicts thresholds, and the fewest rows for which sampling pays off. */
const SAMPLE_ROWS = 4_096;
const SAMPLE_FROM = 4 * SAMPLE_ROWS;

/** A search for the rows nearest to a vector of length 1. */
export interface RowSearch {
  unit: Float32Array;
  limit: number;
  /**
   * Moves the positions of rows that pass to the front.
   *
   * @param positions of `count` rows, as offsets from `first`. @returns how many pass.
   */
  retainMatching(first: number, positions: Uint32Array, count: number): number;
}

/** A search, and what a scan finds for it. */
interface Collecting {
  search: RowSearch;
  best: BestRows;
  /** Index in the batch. */
  place: number;
  limit: number;
}

/** A search by codes. */
interface Likely extends Collecting {
  /** The score of similarity 1. */
  unitScore: number;
}

/** Two columns, valid until the next search. */
export interface NearRows {
  rows: Uint32Array;
  similarities: Float32Array;
}

/**
 * Scores `count` rows of a shard, starting at `row`, all in one block, for each query.
 *
 * @param thresholds by the query's place.
 */
type Scoring = (
  shard: VectorShard,
  row: number,
  count: number,
  thresholds: readonly number[],
) => readonly ReachingRows[];

const byHighPlanes: Scoring = (shard, row, count, [threshold]) => [shard.scan(row, count, threshold!)];
const byCodes: Scoring = (shard, row, count, thresholds) => shard.estimate(row, count, thresholds);

const wantedOf = ({ limit }: RowSearch) => Math.ceil(limit * OVERSAMPLING) + OVERSAMPLING_AT_LEAST;

interface StoredVector {
  scale: number;
  high: Int8Array;
  low: Int8Array;
}

/** The vectors of a collection by row, in as many shards as they need, and the search over them. */
export class VectorRows {
  private readonly shards: VectorShard[];
  private readonly shardRows: number;
  private code: SignCode | undefined;
  private codedRows = 0;
  /** The results of a scan, per search of the batch. */
  private readonly found: readonly BestRows[];
  /** The results of the comparison after it. */
  private readonly better: BestRows;
  private similarities = new Float32Array();
  /** What rows must reach to be worth an offer, by the query's place. */
  private thresholds = [Infinity];
  /** Queries answered with codes since startup. */
  codedQueries = 0;

  /**
   * @param compareIds compares two rows: negative when the first has the greater id. Of equally near rows, those with
   *   greater ids are found.
   */
  constructor(
    private readonly dimensions: number,
    compareIds: (first: number, second: number) => number,
  ) {
    this.found = Array.from({ length: MAXIMUM_BATCH_SIZE }, () => new BestRows(compareIds));
    this.better = new BestRows(compareIds);
    const first = new VectorShard(dimensions);
    this.shards = [first];
    this.shardRows = first.capacity;
  }

  /** Writes a vector to a row: an existing one, or the next. */
  write(row: number, { scale, high, low }: StoredVector): void {
    const index = Math.floor(row / this.shardRows);
    const shard = (this.shards[index] ??= new VectorShard(this.dimensions));
    shard.write(row % this.shardRows, scale, high, low);
    if (this.code === undefined || row > this.codedRows) return;
    shard.writeCode(row % this.shardRows, this.code);
    this.codedRows = Math.max(this.codedRows, row + 1);
  }

  /** The vector in a row. Its planes are valid until the next change. */
  read(row: number): StoredVector {
    const shard = this.shardOf(row);
    return { scale: shard.scaleOf(row % this.shardRows), ...shard.planesOf(row % this.shardRows) };
  }

  /** Rows below it have codes. */
  get coded(): number {
    return this.codedRows;
  }

  /** Whether making codes has started. */
  get hasCodes(): boolean {
    return this.code !== undefined;
  }

  /** Starts making codes around a center. Until all are made, queries compare every vector. */
  startCodes(center: Float32Array): void {
    this.code = new SignCode(center, codedDimensions(this.dimensions));
    this.codedRows = 0;
  }

  /** Makes up to `most` more codes, of rows below `rowCount`. @returns whether some are left. */
  makeMoreCodes(most: number, rowCount: number): boolean {
    if (this.code === undefined) return false;
    const end = Math.min(this.codedRows + most, rowCount);
    for (; this.codedRows < end; this.codedRows += 1) {
      this.shardOf(this.codedRows).writeCode(this.codedRows % this.shardRows, this.code);
    }
    return this.codedRows < rowCount;
  }

  /**
   * For each search of a batch, slightly more rows than asked for, including the nearest, unordered. The searches share
   * one pass over the codes.
   *
   * @param searches at most {@link MAXIMUM_BATCH_SIZE}.
   * @param rowCount rows below it are searched.
   */
  *nearest(searches: readonly RowSearch[], rowCount: number): Generator<NearRows, void> {
    const likely = this.likelyRows(searches, rowCount);
    for (const [place, search] of searches.entries()) {
      const { values, scale } = quantizeQuery(search.unit);
      for (const shard of this.shards) shard.setQuery(values, search.unit);
      const rows =
        (likely && this.codedNearest(likely[place]!, scale, rowCount)) ?? this.allNearest(search, rowCount);
      yield { rows, similarities: this.similaritiesOf(rows) };
    }
  }

  private similaritiesOf(rows: Uint32Array): Float32Array {
    if (this.similarities.length < rows.length) this.similarities = new Float32Array(rows.length);
    const { similarities } = this;
    this.eachListed(rows, (shard, listed, first, from) => {
      shard.compareListed(listed, first);
      similarities.set(shard.scores.subarray(0, listed.length), from);
    });
    return similarities.subarray(0, rows.length);
  }

  private allNearest(search: RowSearch, rowCount: number): Uint32Array {
    const best = this.found[0]!;
    this.scan([{ search, best, place: 0, limit: wantedOf(search) }], byHighPlanes, rowCount);
    return best.take();
  }

  /** The likely rows for each search, by their codes; undefined when codes are missing. */
  private likelyRows(searches: readonly RowSearch[], rowCount: number): Likely[] | undefined {
    if (this.code === undefined || this.codedRows < rowCount) return undefined;
    const unitScores = this.setCodedQueries(searches);
    const likely = searches.map((search, place): Likely => {
      const [best, unitScore] = [this.found[place]!, unitScores[place]!];
      return { search, best, place, limit: LIKELY * wantedOf(search), unitScore };
    });
    this.scan(likely, byCodes, rowCount);
    return likely;
  }

  /** Undefined when codes do not tell the rows apart. */
  private codedNearest(likely: Likely, scale: number, rowCount: number): Uint32Array | undefined {
    const { better } = this;
    const { search, best, unitScore } = likely;
    const wanted = wantedOf(search);
    const isAll = !best.isFull;
    const likeliest = isAll ? -Infinity : best.scoreAt(LIKELIEST * wanted);
    better.begin(wanted);
    this.compare(best.between(likeliest, Infinity));
    better.take();
    if (!isAll) {
      const { constant, deviation } = this.code!.errorOf(search.unit);
      const least = unitScore * (better.threshold * scale - constant - DEVIATIONS * deviation);
      if (least < best.threshold && !this.collectAlone(likely, least, rowCount)) return undefined;
      this.compare(best.between(least, likeliest));
    }
    this.codedQueries += 1;
    return better.take();
  }

  /** Collects again for one search, down to a lower estimate. @returns whether few enough rows reach it. */
  private collectAlone({ search, best }: Collecting, least: number, rowCount: number): boolean {
    this.setCodedQueries([search]);
    const limit = Math.floor(rowCount * LARGEST_SHARE);
    best.begin(limit, least);
    this.collect([{ search, best, place: 0, limit }], byCodes, rowCount);
    return !best.isFull;
  }

  /** @returns for each search, the score of similarity 1. */
  private setCodedQueries(searches: readonly RowSearch[]): number[] {
    const units = searches.map(({ unit }) => unit);
    this.thresholds = units.map(() => Infinity);
    const [unitScores] = this.shards.map((shard) => shard.setCodedQueries(this.code!, units));
    return unitScores!;
  }

  /** Finds the best of the rows that pass, for each search, in ascending order. */
  private scan(all: readonly Collecting[], score: Scoring, rowCount: number): void {
    const thresholds = this.likelyThresholds(all, score, rowCount);
    all.forEach(({ best, limit }, index) => best.begin(limit, thresholds[index]));
    this.collect(all, score, rowCount);
    // The sample happened to be better than the rest, or no more rows pass.
    const short = all.filter(({ best }, index) => !best.isFull && thresholds[index]! > -Infinity);
    if (short.length === 0) return;
    for (const { best, limit } of short) best.begin(limit);
    this.collect(short, score, rowCount);
  }

  private collect(all: readonly Collecting[], score: Scoring, rowCount: number): void {
    for (let row = 0; row < rowCount; row += BLOCK_ROWS) {
      this.offer(all, row, Math.min(BLOCK_ROWS, rowCount - row), score);
    }
  }

  /**
   * Scores that slightly more rows than wanted reach, predicted from a sample: otherwise the first rows would all seem
   * good and be offered.
   */
  private likelyThresholds(all: readonly Collecting[], score: Scoring, rowCount: number): number[] {
    if (rowCount < SAMPLE_FROM) return all.map(() => -Infinity);
    const ranks = all.map(({ limit }) => {
      const expected = (limit * SAMPLE_ROWS) / rowCount;
      return Math.ceil(expected + 3 * Math.sqrt(expected)) + 1;
    });
    all.forEach(({ best }, index) => best.begin(ranks[index]!, -Infinity, SAMPLE_ROWS + LARGEST_OFFER));
    const step = Math.floor(rowCount / SAMPLE_ROWS) * CODE_ROWS;
    for (let row = 0; row < step * (SAMPLE_ROWS / CODE_ROWS); row += step) {
      this.offer(all, row, CODE_ROWS, score);
    }
    return all.map(({ best }, index) => (best.isFull ? best.scoreAt(ranks[index]!) : -Infinity));
  }

  /** Offers the rows of one block that pass. */
  private offer(all: readonly Collecting[], from: number, count: number, score: Scoring): void {
    const { thresholds } = this;
    for (const { best, place } of all) thresholds[place] = best.threshold;
    const reaching = score(this.shardOf(from), from % this.shardRows, count, thresholds);
    for (const { search, best, place } of all) {
      const { positions, scores, count: reached } = reaching[place]!;
      best.offer(from, positions, search.retainMatching(from, positions, reached), scores);
    }
  }

  /** Offers rows to `better`, scored by their high planes. */
  private compare(rows: Uint32Array): void {
    const { better } = this;
    this.eachListed(rows, (shard, listed, first) => {
      const { positions, scores, count } = shard.scanListed(listed, first, better.threshold);
      better.offerListed(listed, positions, count, scores);
    });
  }

  /**
   * Splits rows into runs in one shard, each as long as the shard takes at a time.
   *
   * @param each also gets the number of the shard's first row, and the index of the run's first row.
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
