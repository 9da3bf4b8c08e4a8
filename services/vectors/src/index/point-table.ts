import { IdTable } from '../domain/id-table';
import { LOW_HALF, type Matches, type PointQuery, type Versions } from '../domain/point';
import { quantizeQuery, unitOf } from '../domain/quantize';
import { TopCandidates } from '../domain/top-candidates';
import { BLOCK_ROWS, VectorShard } from '../scan/vector-shard';
import type { Row } from '../storage/row-codec';

const SMALLEST = 1_024;
/** In the place of a time, so that no query finds the row. */
const FREE = Infinity;

/** How many more than asked for the rough scan keeps, so that what it ranks a little too low is still among those that are ranked exactly. */
const OVERSAMPLING = 1.25;
const OVERSAMPLING_AT_LEAST = 50;

const MILLION = 1_000_000;

/** The points of a collection in memory: columns by row, an index of ids, and the vectors in shards. */
export class PointTable {
  private halves = new Uint32Array(2 * SMALLEST);
  private versions = new Float64Array(SMALLEST);
  private publishedAtMs = new Float64Array(SMALLEST);
  private ordinals = new Uint32Array(SMALLEST);
  private readonly ids = new IdTable(() => this.halves);
  private readonly shards: VectorShard[];
  private readonly shardRows: number;
  private readonly freeRows: number[] = [];
  private rows = 0;
  /** All ids in ascending order, as long as none comes or goes. */
  private sorted: BigUint64Array | undefined;

  constructor(private readonly dimensions: number) {
    const first = new VectorShard(dimensions);
    this.shards = [first];
    this.shardRows = first.capacity;
  }

  get size(): number {
    return this.ids.size;
  }

  /** Rows that points are or were in; each below it is one or free. */
  get rowCount(): number {
    return this.rows;
  }

  /** -1 when the point is not there. */
  versionOf(id: bigint): number {
    const row = this.rowOf(id);
    return row < 0 ? -1 : this.versions[row]!;
  }

  has(id: bigint): boolean {
    return this.rowOf(id) >= 0;
  }

  /** Adds a point or replaces the one of its id. */
  put(point: Row): void {
    let row = this.ids.rowOf(point.idLow, point.idHigh);
    if (row < 0) {
      row = this.takeRow();
      this.halves[2 * row] = point.idLow;
      this.halves[2 * row + 1] = point.idHigh;
      this.ids.add(row);
      this.sorted = undefined;
    }
    this.versions[row] = point.version;
    this.publishedAtMs[row] = point.publishedAtMs;
    this.ordinals[row] = point.ordinal;
    const shard = Math.floor(row / this.shardRows);
    this.shards[shard] ??= new VectorShard(this.dimensions);
    this.shards[shard].write(row % this.shardRows, point.scale, point.high, point.low);
  }

  /** Removes a point; nothing happens when it is not there. */
  remove(id: bigint): void {
    const row = this.rowOf(id);
    if (row < 0) return;
    this.ids.remove(this.halves[2 * row]!, this.halves[2 * row + 1]!);
    this.publishedAtMs[row] = FREE;
    this.freeRows.push(row);
    this.sorted = undefined;
  }

  /** The point in a row, or undefined when the row is free. Its planes are good until the next change. */
  read(row: number): Row | undefined {
    const publishedAtMs = this.publishedAtMs[row]!;
    if (publishedAtMs === FREE) return undefined;
    const shard = this.shardOf(row);
    return {
      idLow: this.halves[2 * row]!,
      idHigh: this.halves[2 * row + 1]!,
      version: this.versions[row]!,
      publishedAtMs,
      ordinal: this.ordinals[row]!,
      scale: shard.scaleOf(row % this.shardRows),
      ...shard.planesOf(row % this.shardRows),
    };
  }

  /** The most similar points that pass the conditions, most similar first, ties by id descending. */
  query(query: PointQuery): Matches {
    const candidates = this.scan(query, unitOf(query.vector));
    const similarities = new Int32Array(candidates.length);
    candidates.forEach((row, index) => {
      const similarity = this.shardOf(row).similarity(row % this.shardRows);
      similarities[index] = Math.max(-MILLION, Math.min(MILLION, Math.round(similarity * MILLION)));
    });
    const order = Uint32Array.from(candidates.keys()).sort(
      (first, second) =>
        similarities[second]! - similarities[first]! ||
        this.compareIds(candidates[first]!, candidates[second]!),
    );
    const best = order.subarray(0, query.limit);
    return {
      ids: BigUint64Array.from(best, (index) => this.idOf(candidates[index]!)),
      similarityMillionths: Int32Array.from(best, (index) => similarities[index]!),
    };
  }

  /** The points behind an id, in ascending order of ids. */
  versionsAfter(id: bigint, limit: number): Versions {
    this.sorted ??= this.sortIds();
    const first = firstAbove(this.sorted, id);
    const ids = this.sorted.slice(first, first + limit);
    return { ids, versions: Float64Array.from(ids, (each) => this.versionOf(each)) };
  }

  /** Somewhat more rows than asked for: by the high planes only, which cannot tell close ones apart. */
  private scan({ limit, publishedUntilMs, ordinalBelow }: PointQuery, unit: Float32Array): Uint32Array {
    const { publishedAtMs, ordinals } = this;
    const { values, scale } = quantizeQuery(unit);
    const wanted = Math.ceil(limit * OVERSAMPLING) + OVERSAMPLING_AT_LEAST;
    const best = new TopCandidates(wanted, (first, second) => this.compareIds(first, second));
    for (let start = 0; start < this.rows; start += BLOCK_ROWS) {
      const shard = this.shardOf(start);
      const inShard = start % this.shardRows;
      if (inShard === 0) shard.setQuery(values, unit);
      const count = Math.min(BLOCK_ROWS, this.rows - start);
      const scores = shard.scoresOf(inShard / BLOCK_ROWS, count);
      for (let index = 0; index < count; index += 1) {
        // The comparison that most rows fail comes first.
        const score = scores[index]! * scale;
        if (score < best.threshold) continue;
        const row = start + index;
        if (publishedAtMs[row]! <= publishedUntilMs && ordinals[row]! < ordinalBelow) best.offer(row, score);
      }
    }
    return best.take();
  }

  private takeRow(): number {
    const free = this.freeRows.pop();
    if (free !== undefined) return free;
    const row = this.rows;
    this.rows += 1;
    if (row >= this.ordinals.length) this.grow();
    return row;
  }

  private grow(): void {
    const capacity = 2 * this.ordinals.length;
    const halves = new Uint32Array(2 * capacity);
    const versions = new Float64Array(capacity);
    const publishedAtMs = new Float64Array(capacity);
    const ordinals = new Uint32Array(capacity);
    halves.set(this.halves);
    versions.set(this.versions);
    publishedAtMs.set(this.publishedAtMs);
    ordinals.set(this.ordinals);
    Object.assign(this, { halves, versions, publishedAtMs, ordinals });
  }

  private shardOf(row: number): VectorShard {
    return this.shards[Math.floor(row / this.shardRows)]!;
  }

  private rowOf(id: bigint): number {
    return this.ids.rowOf(Number(id & LOW_HALF), Number(id >> 32n));
  }

  private idOf(row: number): bigint {
    return (BigInt(this.halves[2 * row + 1]!) << 32n) | BigInt(this.halves[2 * row]!);
  }

  /** Negative when the first row's id is greater. */
  private compareIds(first: number, second: number): number {
    const { halves } = this;
    return halves[2 * second + 1]! - halves[2 * first + 1]! || halves[2 * second]! - halves[2 * first]!;
  }

  private sortIds(): BigUint64Array {
    const ids = new BigUint64Array(this.size);
    let count = 0;
    for (let row = 0; row < this.rows; row += 1) {
      if (this.publishedAtMs[row] === FREE) continue;
      ids[count] = this.idOf(row);
      count += 1;
    }
    return ids.sort();
  }
}

/** The index of the first value above one, in ascending values. */
function firstAbove(values: BigUint64Array, value: bigint): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle]! > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
