import { CODE_ROWS, codeBytes, codedQueryBytes, type SignCode } from '../domain/sign-code';
import { MAXIMUM_BATCH_SIZE, SCORES_BYTES } from './code-functions';
import { DIMENSION_STEP } from './row-functions';
import { scanModule, type Estimate, type ScanFunctions } from './scan-module';
import { WebAssembly } from './web-assembly';

const BLOCK_BITS = 10;
export const BLOCK_ROWS = 1 << BLOCK_BITS;
const PAGE_BYTES = 65_536;
/** Addresses have 32 bits; half the range leaves room for address arithmetic. */
const MAXIMUM_BYTES = 2 ** 31;
/** Minimum growth factor: every growth recreates the views. Unused pages cost no physical memory. */
const GROWTH = 1.25;
/** Rows aligned to a cache line touch one line fewer. */
const CACHE_LINE_BYTES = 64;
/** Address of a row and of its scale. */
const LIST_ITEM_BYTES = 8;

/** The dimensions that rows, codes, and queries are padded to. */
export function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

/**
 * Quantized vectors and their codes in one WebAssembly memory, which grows by blocks. A block holds its rows' scales,
 * codes, high planes, and low planes. Before the first block come the query in three forms (the coded one for a whole
 * batch), a block's scores per query, the collected positions, and a list of rows.
 */
export class VectorShard {
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_BYTES / PAGE_BYTES });
  private readonly functions: ScanFunctions;
  private readonly padded: number;
  /** A row's vector while its code is made. */
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
  /** Scores of the rows scanned last, in row order. */
  scores!: Float32Array;
  /** Scores of the rows estimated last, by the query's place; the first are the {@link scores}. */
  estimates!: readonly Float32Array[];
  /** Positions of the scores collected last. */
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
    // One spare slot: an item is written before we know whether it stays.
    this.listAddress = this.positionsAddress + 4 * BLOCK_ROWS + 16;
    const blocks = this.listAddress + LIST_ITEM_BYTES * BLOCK_ROWS;
    this.firstBlock = Math.ceil(blocks / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
    this.codeBytes = codeBytes(this.padded);
    this.blockBytes = BLOCK_ROWS * (4 + 2 * this.padded) + (BLOCK_ROWS / CODE_ROWS) * this.codeBytes;
    this.capacity = Math.floor((MAXIMUM_BYTES - this.firstBlock) / this.blockBytes) * BLOCK_ROWS;
    this.estimateAll = this.functions.estimate1!;
    this.growTo(0);
  }

  /** Writes a vector to a row below the capacity; memory grows to fit it. */
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

  /** The planes of a row; valid until the next write. */
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

  /** Sets the queries for {@link estimate}, at most {@link MAXIMUM_BATCH_SIZE}. */
  setCodedQueries(code: SignCode, units: readonly Float32Array[]): void {
    const batchSize = units.length;
    this.estimateAll = this.functions[`estimate${batchSize}`]!;
    units.forEach((unit, place) =>
      code.writeQuery(unit, this.bytes, this.floats, this.codedQueryAddress, { place, batchSize }),
    );
  }

  /**
   * Scores rows of one block: the dot product of the query's integers and a row's high bytes, times the row's scale.
   */
  scan(row: number, count: number): void {
    const { padded, scoresAddress } = this;
    this.functions.scan(0, this.highAddress(row), this.scaleAddress(row), count, padded, scoresAddress);
  }

  /**
   * Same for at most {@link BLOCK_ROWS} scattered rows.
   *
   * @param first the number of this shard's first row.
   */
  scanListed(rows: Uint32Array, first: number): void {
    this.list(rows, first);
    this.functions.scanListed(0, this.listAddress, rows.length, this.padded, this.scoresAddress);
  }

  /** Similarities of rows as {@link scanListed} takes them, exact up to the rows' 16-bit quantization. */
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
   * Scores rows of one block by their codes, for each query. `row` is a multiple of {@link CODE_ROWS}; `count` is
   * rounded up to one.
   */
  estimate(row: number, count: number): void {
    const { codedQueryAddress, padded, scoresAddress } = this;
    const rounded = Math.ceil(count / CODE_ROWS) * CODE_ROWS;
    this.estimateAll(codedQueryAddress, this.codesAddress(row), rounded, padded, scoresAddress);
  }

  /**
   * @param place of the estimated query. @returns how many of the first `count` scores reach the threshold: as many
   *   {@link positions} are valid.
   */
  collect(count: number, threshold: number, place = 0): number {
    this.floats[this.thresholdAddress / 4] = threshold;
    const rest = count % CODE_ROWS;
    // Padding: NaN reaches no threshold.
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
    // Growing detaches the old views.
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
