import { CODE_ROWS, codeBytes, codedQueryBytes, type SignCode } from '../domain/sign-code';
import { MAXIMUM_BATCH_SIZE, SCORES_BYTES } from './code-functions';
import { DIMENSION_STEP } from './row-functions';
import { scanModule, type Estimate, type ScanFunctions } from './scan-module';
import { WebAssembly } from './web-assembly';

const BLOCK_BITS = 10;
export const BLOCK_ROWS = 1 << BLOCK_BITS;
const PAGE_BYTES = 65_536;
/** Addresses have 32 bits; half of that leaves room for sums of them. */
const MAXIMUM_BYTES = 2 ** 31;
/**
 * By which it grows at least: the views of a memory are made again each time. What is not used takes no memory of the
 * machine.
 */
const GROWTH = 1.25;
/** Rows that begin where a cache line does take one line less. */
const CACHE_LINE_BYTES = 64;
/** Address of a row and of its scale. */
const LIST_ITEM_BYTES = 8;

/** Dimensions as rows, codes and queries are padded to. */
export function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

/**
 * Quantized vectors and their codes in one WebAssembly memory, which grows by blocks. A block holds the scales of its
 * rows, their codes, their high and their low planes. Before the first lie the query in its three forms, the last one of
 * several queries, and room for the scores of a block for each, for what was collected of them, and for a list of rows.
 */
export class VectorShard {
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_BYTES / PAGE_BYTES });
  private readonly functions: ScanFunctions;
  private readonly padded: number;
  /** A row's, while its code is made. */
  private readonly vector: Float64Array;
  private readonly unitAddress: number;
  private readonly codedQueryAddress: number;
  private readonly thresholdAddress: number;
  private readonly scoresAddress: number;
  private readonly positionsAddress: number;
  private readonly listAddress: number;
  private readonly firstBlock: number;
  private readonly codeBytes: number;
  private readonly blockBytes: number;
  private estimateAll: Estimate;
  private blocks = 0;
  private bytes!: Int8Array;
  private floats!: Float32Array;
  private integers!: Uint32Array;
  /** Rows that fit. */
  readonly capacity: number;
  /** Of the rows that were scanned last, in their order. */
  scores!: Float32Array;
  /** Of the rows that were estimated last, by the query's place; the first are the {@link scores}. */
  estimates!: readonly Float32Array[];
  /** Of the scores that were collected last. */
  positions!: Uint32Array;

  constructor(private readonly dimensions: number) {
    const instance = new WebAssembly.Instance(scanModule, { host: { memory: this.memory } });
    this.functions = instance.exports as unknown as ScanFunctions;
    this.padded = paddedDimensions(dimensions);
    this.vector = new Float64Array(dimensions);
    // The query as integers is at 0.
    this.unitAddress = 2 * this.padded;
    this.codedQueryAddress = this.unitAddress + 4 * this.padded;
    this.thresholdAddress = this.codedQueryAddress + MAXIMUM_BATCH_SIZE * codedQueryBytes(this.padded);
    this.scoresAddress = this.thresholdAddress + 16;
    this.positionsAddress = this.scoresAddress + MAXIMUM_BATCH_SIZE * SCORES_BYTES;
    // One more than there can be: what is written before it is known whether it stays.
    this.listAddress = this.positionsAddress + 4 * BLOCK_ROWS + 16;
    const blocks = this.listAddress + LIST_ITEM_BYTES * BLOCK_ROWS;
    this.firstBlock = Math.ceil(blocks / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
    this.codeBytes = codeBytes(this.padded);
    this.blockBytes = BLOCK_ROWS * (4 + 2 * this.padded) + (BLOCK_ROWS / CODE_ROWS) * this.codeBytes;
    this.capacity = Math.floor((MAXIMUM_BYTES - this.firstBlock) / this.blockBytes) * BLOCK_ROWS;
    this.estimateAll = this.functions.estimate1!;
    this.growTo(0);
  }

  /** Puts a vector into a row below the capacity; memory grows up to there. */
  write(row: number, scale: number, high: Int8Array, low: Int8Array): void {
    const block = row >>> BLOCK_BITS;
    if (block >= this.blocks) this.growTo(block + 1);
    this.floats[this.scaleAddress(row) / 4] = scale;
    this.bytes.set(high, this.highAddress(row));
    this.bytes.set(low, this.lowAddress(row));
  }

  /** Writes the code of a row whose vector was written. */
  writeCode(row: number, code: SignCode): void {
    const { bytes, vector } = this;
    const scale = this.scaleOf(row);
    const high = this.highAddress(row);
    const low = this.lowAddress(row);
    for (let index = 0; index < vector.length; index += 1) {
      vector[index] = (bytes[high + index]! * 256 + bytes[low + index]!) * scale;
    }
    code.write(vector, row % CODE_ROWS, this.bytes, this.integers, this.codesAddress(row));
  }

  scaleOf(row: number): number {
    return this.floats[this.scaleAddress(row) / 4]!;
  }

  /** The planes of a row; good until the next write. */
  planesOf(row: number): { high: Int8Array; low: Int8Array } {
    const [high, low] = [this.highAddress(row), this.lowAddress(row)];
    return {
      high: this.bytes.subarray(high, high + this.dimensions),
      low: this.bytes.subarray(low, low + this.dimensions),
    };
  }

  /** @param values the query as {@link scan} takes it. @param unit the query as {@link compareListed} takes it. */
  setQuery(values: Int16Array, unit: Float32Array): void {
    const { buffer } = this.memory;
    new Int16Array(buffer, 0, this.padded).fill(0).set(values);
    new Float32Array(buffer, this.unitAddress, this.padded).fill(0).set(unit);
  }

  /** Sets the queries that {@link estimate} takes, {@link MAXIMUM_BATCH_SIZE} at most. */
  setCodedQueries(code: SignCode, units: readonly Float32Array[]): void {
    const batchSize = units.length;
    this.estimateAll = this.functions[`estimate${batchSize}`]!;
    units.forEach((unit, place) =>
      code.writeQuery(unit, this.bytes, this.floats, this.codedQueryAddress, { place, batchSize }),
    );
  }

  /**
   * Scores rows of one block: the sum of products of the query's integers with the rows' high bytes, times the rows'
   * scales.
   */
  scan(row: number, count: number): void {
    const { padded, scoresAddress } = this;
    this.functions.scan(0, this.highAddress(row), this.scaleAddress(row), count, padded, scoresAddress);
  }

  /**
   * The same of rows anywhere, {@link BLOCK_ROWS} at most.
   *
   * @param first the number that the first row of this shard has among them.
   */
  scanListed(rows: Uint32Array, first: number): void {
    this.list(rows, first);
    this.functions.scanListed(0, this.listAddress, rows.length, this.padded, this.scoresAddress);
  }

  /** Similarities of rows as {@link scanListed} takes them, exact but for the 16 bits of the rows' numbers. */
  compareListed(rows: Uint32Array, first: number): void {
    const { unitAddress, listAddress, padded, scoresAddress } = this;
    this.list(rows, first);
    const distance = BLOCK_ROWS * padded;
    this.functions.multiplyListed(unitAddress, listAddress, rows.length, padded, distance, scoresAddress);
  }

  private list(rows: Uint32Array, first: number): void {
    const { integers } = this;
    let at = this.listAddress / 4;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index]! - first;
      integers[at++] = this.highAddress(row);
      integers[at++] = this.scaleAddress(row);
    }
  }

  /**
   * Scores rows of one block by their codes, for each query, from a multiple of {@link CODE_ROWS}, and the rest of the
   * last {@link CODE_ROWS}.
   */
  estimate(row: number, count: number): void {
    const { codedQueryAddress, padded, scoresAddress } = this;
    const rounded = Math.ceil(count / CODE_ROWS) * CODE_ROWS;
    this.estimateAll(codedQueryAddress, this.codesAddress(row), rounded, padded, scoresAddress);
  }

  /**
   * @param place of the query that was estimated. @returns how many of so many first scores reach the threshold: so
   *   many {@link positions} are theirs.
   */
  collect(count: number, threshold: number, place = 0): number {
    this.floats[this.thresholdAddress / 4] = threshold;
    const rest = count % CODE_ROWS;
    // What lies behind the last score is not a score and reaches nothing.
    if (rest > 0) this.estimates[place]!.fill(NaN, count, count - rest + CODE_ROWS);
    const end = this.functions.collect(
      this.scoresAddress + place * SCORES_BYTES,
      count,
      this.thresholdAddress,
      this.positionsAddress,
    );
    return (end - this.positionsAddress) / 4;
  }

  private growTo(blocks: number): void {
    this.blocks = Math.min(this.capacity / BLOCK_ROWS, Math.max(blocks, Math.ceil(this.blocks * GROWTH)));
    const bytes = this.firstBlock + this.blocks * this.blockBytes;
    const pages = Math.ceil(bytes / PAGE_BYTES) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (pages > 0) this.memory.grow(pages);
    // Views are of the memory as it was.
    const { buffer } = this.memory;
    this.bytes = new Int8Array(buffer);
    this.floats = new Float32Array(buffer);
    this.integers = new Uint32Array(buffer);
    this.estimates = Array.from(
      { length: MAXIMUM_BATCH_SIZE },
      (_, place) => new Float32Array(buffer, this.scoresAddress + place * SCORES_BYTES, BLOCK_ROWS),
    );
    this.scores = this.estimates[0]!;
    this.positions = new Uint32Array(buffer, this.positionsAddress, BLOCK_ROWS);
  }

  private blockAddress(block: number): number {
    return this.firstBlock + block * this.blockBytes;
  }

  private scaleAddress(row: number): number {
    return this.blockAddress(row >>> BLOCK_BITS) + 4 * (row & (BLOCK_ROWS - 1));
  }

  private codesAddress(row: number): number {
    const codes = this.blockAddress(row >>> BLOCK_BITS) + 4 * BLOCK_ROWS;
    return codes + Math.floor((row & (BLOCK_ROWS - 1)) / CODE_ROWS) * this.codeBytes;
  }

  private highAddress(row: number): number {
    const codes = this.blockAddress(row >>> BLOCK_BITS) + 4 * BLOCK_ROWS;
    const planes = codes + (BLOCK_ROWS / CODE_ROWS) * this.codeBytes;
    return planes + (row & (BLOCK_ROWS - 1)) * this.padded;
  }

  private lowAddress(row: number): number {
    return this.highAddress(row) + BLOCK_ROWS * this.padded;
  }
}
