import {
  CODE_ROWS,
  codeBytes,
  codedDimensions,
  codedQueryBytes,
  QUERY_HEADER,
  TABLES_OFFSET,
  type CodeMemory,
  type SignCode,
} from '../domain/sign-code';
import { COLLECT_STEP, MAXIMUM_BATCH_SIZE, POSITIONS_BYTES, SCORES_BYTES } from './code-functions';
import { CodeWriter } from './code-writer';
import { CACHE_LINE_BYTES, DIMENSION_STEP, LIST_ITEM_BYTES } from './row-functions';
import { scanModule, type Estimate, type ScanFunctions } from './scan-module';
import { WebAssembly } from './web-assembly';

const BLOCK_BITS = 10;
export const BLOCK_ROWS = 1 << BLOCK_BITS;
const PAGE_BYTES = 65_536;
/** Addresses have 32 bits; half the range leaves room for address arithmetic. */
const MAXIMUM_BYTES = 2 ** 31;
/** Minimum growth factor: every growth recreates the views. Unused pages cost no physical memory. */
const GROWTH = 1.25;

/** The dimensions that rows and queries are padded to. */
function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

/** Rows whose scores reach a threshold; valid until the next scan. */
export interface ReachingRows {
  count: number;
  /** The first `count` are their positions relative to the first row scored, ascending. */
  positions: Uint32Array;
  /** By position. */
  scores: Float32Array | Int16Array;
}

/**
 * Quantized vectors and their codes in one WebAssembly memory, which grows by blocks. A block holds its rows' scales,
 * codes, high planes, and low planes. Before the first block come the query in three forms (the coded one for a whole
 * batch), a block's scores and positions per query, a list of rows, and what the code writer needs.
 */
export class VectorShard {
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_BYTES / PAGE_BYTES });
  private readonly functions: ScanFunctions;
  private readonly padded: number;
  private readonly coded: number;
  private readonly codeWriter: CodeWriter;
  private readonly unitAddress: number;
  private readonly codedQueryAddress: number;
  private readonly thresholdAddress: number;
  private readonly scoresAddress: number;
  private readonly estimatesAddress: number;
  private readonly positionsAddress: number;
  private readonly listAddress: number;
  private readonly firstBlock: number;
  private readonly codeBytes: number;
  private readonly blockBytes: number;
  private estimateAll: Estimate;
  private blocks = 0;
  private bytes!: Int8Array;
  private codeMemory!: CodeMemory;
  private floats!: Float32Array;
  private integers!: Uint32Array;
  /** Rows that fit. */
  readonly capacity: number;
  /** Scores of the rows scanned or compared last, in their order. */
  scores!: Float32Array;
  private scanned!: ReachingRows;
  /** Of each query. */
  private estimated!: readonly ReachingRows[];

  constructor(private readonly dimensions: number) {
    const instance = new WebAssembly.Instance(scanModule, { host: { memory: this.memory } });
    this.functions = instance.exports as unknown as ScanFunctions;
    this.padded = paddedDimensions(dimensions);
    this.coded = codedDimensions(dimensions);
    // The query as integers is at 0.
    this.unitAddress = 2 * this.padded;
    this.codedQueryAddress = this.unitAddress + 4 * this.padded;
    this.thresholdAddress = this.codedQueryAddress + MAXIMUM_BATCH_SIZE * codedQueryBytes(this.coded);
    this.scoresAddress = this.thresholdAddress + 16;
    this.estimatesAddress = this.scoresAddress + 4 * BLOCK_ROWS;
    // One spare slot: `collect` writes a position before it knows whether it stays.
    this.positionsAddress = this.estimatesAddress + MAXIMUM_BATCH_SIZE * SCORES_BYTES;
    this.listAddress = this.positionsAddress + MAXIMUM_BATCH_SIZE * POSITIONS_BYTES + 16;
    const encoding = this.listAddress + LIST_ITEM_BYTES * BLOCK_ROWS;
    this.codeWriter = new CodeWriter(this.functions, this.padded, this.coded, encoding);
    const blocks = encoding + CodeWriter.bytesOf(this.coded);
    this.firstBlock = Math.ceil(blocks / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
    this.codeBytes = codeBytes(this.coded);
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
    const addresses = {
      high: this.highAddress(row),
      low: this.lowAddress(row),
      scale: this.scaleAddress(row),
    };
    this.codeWriter.write(code, addresses, row % CODE_ROWS, this.codeMemory, this.codesAddress(row));
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

  /**
   * Sets the queries for {@link estimate}, at most {@link MAXIMUM_BATCH_SIZE}.
   *
   * @returns for each query, the score of similarity 1.
   */
  setCodedQueries(code: SignCode, units: readonly Float32Array[]): number[] {
    const batchSize = units.length;
    this.estimateAll = this.functions[`estimate${batchSize}`]!;
    return units.map((unit, place) =>
      code.writeQuery(unit, this.codeMemory, this.codedQueryAddress, { place, batchSize }),
    );
  }

  /**
   * Scores rows of one block: the dot product of the query's integers and a row's high bytes, times the row's scale.
   */
  scan(row: number, count: number, threshold: number): ReachingRows {
    const { padded, scoresAddress } = this;
    this.functions.scan(0, this.highAddress(row), this.scaleAddress(row), count, padded, scoresAddress);
    return this.collect(count, threshold);
  }

  /**
   * Same for at most {@link BLOCK_ROWS} scattered rows.
   *
   * @param first the number of this shard's first row.
   */
  scanListed(rows: Uint32Array, first: number, threshold: number): ReachingRows {
    this.list(rows, first);
    this.functions.scanListed(0, this.listAddress, rows.length, this.padded, this.scoresAddress);
    return this.collect(rows.length, threshold);
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
   * Scores rows of one block by their codes, for each query, by its threshold. `row` is a multiple of
   * {@link CODE_ROWS}.
   */
  estimate(row: number, count: number, thresholds: readonly number[]): readonly ReachingRows[] {
    const { codedQueryAddress, coded, estimatesAddress, positionsAddress, integers, estimated } = this;
    const { shorts } = this.codeMemory;
    thresholds.forEach((threshold, place) => {
      const header = codedQueryAddress + place * TABLES_OFFSET;
      shorts[(header + QUERY_HEADER.threshold) / 2] = Math.max(
        -32_768,
        Math.min(32_767, Math.ceil(threshold)),
      );
    });
    const codes = this.codesAddress(row);
    this.estimateAll(codedQueryAddress, codes, count, coded, estimatesAddress, positionsAddress);
    thresholds.forEach((_, place) => {
      const end = integers[(codedQueryAddress + place * TABLES_OFFSET + QUERY_HEADER.end) / 4]!;
      const reaching = estimated[place]!;
      reaching.count = (end - positionsAddress - place * POSITIONS_BYTES) / 4;
      // The last rows of the last codes may not exist.
      while (reaching.count > 0 && reaching.positions[reaching.count - 1]! >= count) reaching.count -= 1;
    });
    return estimated;
  }

  private collect(count: number, threshold: number): ReachingRows {
    const { scores, scanned, scoresAddress, thresholdAddress, positionsAddress } = this;
    this.floats[thresholdAddress / 4] = threshold;
    // Padding: NaN reaches no threshold.
    scores.fill(NaN, count, Math.ceil(count / COLLECT_STEP) * COLLECT_STEP);
    const end = this.functions.collect(scoresAddress, count, thresholdAddress, positionsAddress);
    scanned.count = (end - positionsAddress) / 4;
    return scanned;
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
    this.codeMemory = {
      bytes: this.bytes,
      shorts: new Int16Array(buffer),
      floats: this.floats,
      integers: this.integers,
    };
    this.scores = new Float32Array(buffer, this.scoresAddress, BLOCK_ROWS);
    const positionsOf = (place: number) =>
      new Uint32Array(buffer, this.positionsAddress + place * POSITIONS_BYTES, BLOCK_ROWS);
    this.scanned = { count: 0, positions: positionsOf(0), scores: this.scores };
    this.estimated = Array.from({ length: MAXIMUM_BATCH_SIZE }, (_, place) => ({
      count: 0,
      positions: positionsOf(place),
      scores: new Int16Array(buffer, this.estimatesAddress + place * SCORES_BYTES, BLOCK_ROWS),
    }));
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
