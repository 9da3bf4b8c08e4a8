import { IdTable } from '../domain/id-table';
import { LOW_HALF, type Matches, type PointQuery, type Versions } from '../domain/point';
import { unitOf } from '../domain/quantize';
import { rankOrder } from '../domain/rank-order';
import { MAXIMUM_BATCH_SIZE } from '../scan/code-functions';
import type { Row } from '../storage/row-codec';
import { Publications } from './publications';
import { VectorRows, type NearRows, type RowSearch } from './vector-rows';

/** Sample size of the mean. */
const SAMPLE_ROWS = 4_096;

const MILLION = 1_000_000;
/** An id and a similarity. */
const MATCH_BYTES = 12;

/** The points of a collection in memory: columns by row, an index of ids, and the vectors. */
export class PointTable {
  private readonly publications = new Publications();
  private halves = new Uint32Array(2 * this.publications.capacity);
  private versions = new Float64Array(this.publications.capacity);
  private readonly ids = new IdTable(() => this.halves);
  private readonly vectors: VectorRows;
  private readonly freeRows: number[] = [];
  private rows = 0;
  /** All ids in ascending order; cleared when one is added or removed. */
  private sorted: BigUint64Array | undefined;

  constructor(private readonly dimensions: number) {
    this.vectors = new VectorRows(dimensions, (first, second) => this.compareIds(first, second));
  }

  get size(): number {
    return this.ids.size;
  }

  /** Rows ever used; each row below it is in use or free. */
  get rowCount(): number {
    return this.rows;
  }

  /** -1 when the point does not exist. */
  versionOf(id: bigint): number {
    const row = this.rowOf(id);
    return row < 0 ? -1 : this.versions[row]!;
  }

  has(id: bigint): boolean {
    return this.rowOf(id) >= 0;
  }

  /** Adds a point or replaces the one with its id. */
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
    this.publications.put(row, point.publishedAtMs, point.ordinal);
    this.vectors.write(row, point);
  }

  /** Removes a point; does nothing when it does not exist. */
  remove(id: bigint): void {
    const row = this.rowOf(id);
    if (row < 0) return;
    this.ids.remove(this.halves[2 * row]!, this.halves[2 * row + 1]!);
    this.publications.free(row);
    this.freeRows.push(row);
    this.sorted = undefined;
  }

  /** The point in a row, or undefined when the row is free. Its planes are valid until the next change. */
  read(row: number): Row | undefined {
    if (this.publications.isFree(row)) return undefined;
    return {
      idLow: this.halves[2 * row]!,
      idHigh: this.halves[2 * row + 1]!,
      version: this.versions[row]!,
      publishedAtMs: this.publications.timeOf(row),
      ordinal: this.publications.ordinalOf(row),
      ...this.vectors.read(row),
    };
  }

  /** For each query, the most similar points that meet its conditions, most similar first, ties by id descending. */
  *queries(queries: readonly PointQuery[]): Generator<Matches, void> {
    for (let from = 0; from < queries.length; from += MAXIMUM_BATCH_SIZE) {
      const batch = queries.slice(from, from + MAXIMUM_BATCH_SIZE);
      const searches = batch.map((query): RowSearch => {
        return {
          unit: unitOf(query.vector),
          limit: query.limit,
          retainMatching: (first, positions, count) =>
            this.publications.retainMatching(query, first, positions, count),
        };
      });
      let place = 0;
      for (const near of this.vectors.nearest(searches, this.rows)) {
        yield this.ranked(near, batch[place]!.limit);
        place += 1;
      }
    }
  }

  private ranked({ rows, similarities: exact }: NearRows, limit: number): Matches {
    const similarities = new Int32Array(rows.length);
    for (let index = 0; index < rows.length; index += 1) {
      const similarity = Math.round(exact[index]! * MILLION);
      similarities[index] = Math.max(-MILLION, Math.min(MILLION, similarity));
    }
    const compareIds = (first: number, second: number) => this.compareIds(first, second);
    const best = rankOrder(rows, similarities, compareIds).subarray(0, limit);
    const buffer = new ArrayBuffer(MATCH_BYTES * best.length);
    const ids = new BigUint64Array(buffer, 0, best.length);
    const halves = new Uint32Array(buffer, 0, 2 * best.length);
    const similarityMillionths = new Int32Array(buffer, ids.byteLength, best.length);
    for (let place = 0; place < best.length; place += 1) {
      const row = rows[best[place]!]!;
      halves[2 * place] = this.halves[2 * row]!;
      halves[2 * place + 1] = this.halves[2 * row + 1]!;
      similarityMillionths[place] = similarities[best[place]!]!;
    }
    return { ids, similarityMillionths };
  }

  /** The mean of the vectors, or of a sample if there are many. */
  mean(): Float32Array {
    const sums = new Float64Array(this.dimensions);
    const step = Math.max(1, Math.floor(this.rows / SAMPLE_ROWS));
    let count = 0;
    for (let row = 0; row < this.rows; row += step) {
      const point = this.read(row);
      if (point === undefined) continue;
      count += 1;
      for (let index = 0; index < sums.length; index += 1) {
        sums[index]! += (256 * point.high[index]! + point.low[index]!) * point.scale;
      }
    }
    return Float32Array.from(sums, (sum) => sum / Math.max(1, count));
  }

  /** Rows that have codes. */
  get coded(): number {
    return this.vectors.coded;
  }

  /** Queries answered with codes since startup. */
  get codedQueries(): number {
    return this.vectors.codedQueries;
  }

  /** Whether making codes has started. */
  get hasCodes(): boolean {
    return this.vectors.hasCodes;
  }

  /** Starts making codes of the vectors around a center; see {@link makeMoreCodes}. */
  startCodes(center: Float32Array): void {
    this.vectors.startCodes(center);
  }

  /** Makes up to `most` codes. @returns whether some are left, so queries still compare every vector. */
  makeMoreCodes(most: number): boolean {
    return this.vectors.makeMoreCodes(most, this.rows);
  }

  /** The points after an id, in ascending order of id. */
  versionsAfter(id: bigint, limit: number): Versions {
    this.sorted ??= this.sortIds();
    const first = firstAbove(this.sorted, id);
    const ids = this.sorted.slice(first, first + limit);
    return { ids, versions: Float64Array.from(ids, (each) => this.versionOf(each)) };
  }

  private takeRow(): number {
    const free = this.freeRows.pop();
    if (free !== undefined) return free;
    const row = this.rows;
    this.rows += 1;
    if (row >= this.publications.capacity) this.grow();
    return row;
  }

  private grow(): void {
    this.publications.grow();
    const { capacity } = this.publications;
    const halves = new Uint32Array(2 * capacity);
    const versions = new Float64Array(capacity);
    halves.set(this.halves);
    versions.set(this.versions);
    Object.assign(this, { halves, versions });
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
      if (this.publications.isFree(row)) continue;
      ids[count] = this.idOf(row);
      count += 1;
    }
    return ids.sort();
  }
}

/** The index of the first of the ascending values that is above `value`. */
function firstAbove(values: BigUint64Array, value: bigint): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle]! > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
