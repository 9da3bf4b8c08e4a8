import { DIMENSION_STEP, scanModule, type ScanFunctions } from './scan-module';
import { WebAssembly } from './web-assembly';

export const BLOCK_ROWS = 1_024;
const QUERY_ADDRESS = 0;
const PAGE_BYTES = 65_536;
/** Addresses have 32 bits; half of that leaves room for sums of them. */
const MAXIMUM_BYTES = 2 ** 31;

/**
 * Quantized vectors in one WebAssembly memory, which grows by blocks. A block holds the scales of its rows, room for their scores, their
 * high and their low planes; the query lies before the first, in both of its forms.
 */
export class VectorShard {
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_BYTES / PAGE_BYTES });
  private readonly functions: ScanFunctions;
  private readonly paddedDimensions: number;
  private readonly unitAddress: number;
  private readonly firstBlock: number;
  private readonly blockBytes: number;
  private blocks = 0;
  private bytes = new Int8Array(this.memory.buffer);
  private floats = new Float32Array(this.memory.buffer);
  /** Rows that fit. */
  readonly capacity: number;

  constructor(private readonly dimensions: number) {
    const instance = new WebAssembly.Instance(scanModule, { host: { memory: this.memory } });
    this.functions = instance.exports as unknown as ScanFunctions;
    this.paddedDimensions = Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
    this.unitAddress = QUERY_ADDRESS + 2 * this.paddedDimensions;
    this.firstBlock = this.unitAddress + 4 * this.paddedDimensions;
    this.blockBytes = BLOCK_ROWS * (8 + 2 * this.paddedDimensions);
    this.capacity = Math.floor((MAXIMUM_BYTES - this.firstBlock) / this.blockBytes) * BLOCK_ROWS;
  }

  /** Puts a vector into a row below the capacity; memory grows up to there. */
  write(row: number, scale: number, high: Int8Array, low: Int8Array): void {
    const block = Math.floor(row / BLOCK_ROWS);
    if (block >= this.blocks) this.growTo(block + 1);
    this.floats[this.scaleAddress(row) / 4] = scale;
    this.bytes.set(high, this.highAddress(row));
    this.bytes.set(low, this.lowAddress(row));
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

  /** @param values the query as {@link scoresOf} takes it. @param unit the query as {@link similarity} takes it. */
  setQuery(values: Int16Array, unit: Float32Array): void {
    const { buffer } = this.memory;
    const padding = this.paddedDimensions;
    new Int16Array(buffer, QUERY_ADDRESS, padding).fill(0).set(values);
    new Float32Array(buffer, this.unitAddress, padding).fill(0).set(unit);
  }

  /**
   * Scores of a block's first rows for the query that was set: the sum of products of its integers with the rows' high bytes, times
   * the rows' scales. Good until the next write.
   */
  scoresOf(block: number, count: number): Float32Array {
    const start = this.blockAddress(block);
    const scores = start + 4 * BLOCK_ROWS;
    this.functions.scan(QUERY_ADDRESS, start + 8 * BLOCK_ROWS, start, count, this.paddedDimensions, scores);
    return this.floats.subarray(scores / 4, scores / 4 + count);
  }

  /** The similarity of a row with the query that was set, exact but for the 16 bits of the row's numbers. */
  similarity(row: number): number {
    const { unitAddress, paddedDimensions } = this;
    const product = this.functions.multiply(
      unitAddress,
      this.highAddress(row),
      this.lowAddress(row),
      paddedDimensions,
    );
    return product * this.scaleOf(row);
  }

  private growTo(blocks: number): void {
    const bytes = this.firstBlock + blocks * this.blockBytes;
    const pages = Math.ceil(bytes / PAGE_BYTES) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (pages > 0) {
      this.memory.grow(pages);
      // The views are of the memory as it was.
      this.bytes = new Int8Array(this.memory.buffer);
      this.floats = new Float32Array(this.memory.buffer);
    }
    this.blocks = blocks;
  }

  private blockAddress(block: number): number {
    return this.firstBlock + block * this.blockBytes;
  }

  private scaleAddress(row: number): number {
    return this.blockAddress(Math.floor(row / BLOCK_ROWS)) + 4 * (row % BLOCK_ROWS);
  }

  private highAddress(row: number): number {
    const block = this.blockAddress(Math.floor(row / BLOCK_ROWS));
    return block + 8 * BLOCK_ROWS + (row % BLOCK_ROWS) * this.paddedDimensions;
  }

  private lowAddress(row: number): number {
    return this.highAddress(row) + BLOCK_ROWS * this.paddedDimensions;
  }
}
