import { Rotation } from './rotation';

/** Rows per interleaved block of codes. */
export const CODE_ROWS = 32;
/** Dimensions per group: their signs fill half a byte. */
export const GROUP_DIMENSIONS = 4;
/** Bytes of a group's codes, and of its lookup table. */
export const GROUP_BYTES = 16;
/** Bytes before a query's tables, for its step and base. */
export const TABLES_OFFSET = 16;
/** Largest number in a table: the sum of eight fits a byte, and the sum over 4,096 dimensions fits 16 bits. */
const LARGEST_IN_TABLE = 31;
/** Bytes of a row's offset and factor. */
const NUMBERS_BYTES = 4;
/**
 * Standard deviation, times the square root of the dimensions, of the product of two unit vectors estimated from the
 * signs of one: the paper's value for many dimensions.
 */
const DEVIATION = 0.75;

/**
 * Bytes of the codes of {@link CODE_ROWS} rows: half a byte per group and row, then 32 bits per row: its offset and its
 * factor, each the upper half of a 32-bit float. At 8 bits of precision they err far less than the signs do.
 */
export function codeBytes(dimensions: number): number {
  return CODE_ROWS * (dimensions / (2 * GROUP_DIMENSIONS) + NUMBERS_BYTES);
}

/**
 * Bytes of a query: step and base as 32-bit floats, then for each group a table with a number for each of its 16 sign
 * combinations. In a batch, all steps and bases come first, then for each group the tables of all queries.
 */
export function codedQueryBytes(dimensions: number): number {
  return TABLES_OFFSET + (dimensions / GROUP_DIMENSIONS) * GROUP_BYTES;
}

/**
 * One-bit codes: the signs of a vector's difference from a center, rotated (RaBitQ, https://arxiv.org/abs/2405.12497).
 * For query q, vector v, and center c: qv = qc + c(v - c) + (q - c)(v - c). The first term is the same for all vectors,
 * the second is known (the offset), the third is estimated from the signs (times the factor).
 */
export class SignCode {
  private readonly rotation: Rotation;
  /** A row's offset and factor, and the bits of both. */
  private readonly numbers = new Float32Array(2);
  private readonly numberBits = new Uint32Array(this.numbers.buffer);
  private readonly difference: Float64Array;

  /** @param dimensions at least as many as the center has, a multiple of 32; padded with zeros. */
  constructor(
    private readonly center: Float32Array,
    private readonly dimensions: number,
  ) {
    this.rotation = new Rotation(dimensions);
    this.difference = new Float64Array(dimensions);
  }

  /**
   * Writes the code of a vector.
   *
   * @param position of the row in its block.
   * @param address of their codes.
   */
  write(
    vector: ArrayLike<number>,
    position: number,
    bytes: Int8Array,
    integers: Uint32Array,
    address: number,
  ): void {
    const { center, difference, dimensions, numbers, numberBits } = this;
    let squares = 0;
    let offset = 0;
    difference.fill(0);
    for (let index = 0; index < center.length; index += 1) {
      const value = vector[index]! - center[index]!;
      difference[index] = value;
      squares += value * value;
      offset += value * center[index]!;
    }
    const rotated = this.rotation.apply(difference);
    const { byte, shift } = placeOf(position);
    let sum = 0;
    for (let group = 0; group * GROUP_DIMENSIONS < dimensions; group += 1) {
      let signs = 0;
      for (let index = 0; index < GROUP_DIMENSIONS; index += 1) {
        const value = rotated[group * GROUP_DIMENSIONS + index]!;
        sum += Math.abs(value);
        if (value >= 0) signs |= 1 << index;
      }
      const at = address + group * GROUP_BYTES + byte;
      bytes[at] = (bytes[at]! & (0xf0 >> shift)) | (signs << shift);
    }
    numbers[0] = offset;
    numbers[1] = sum === 0 ? 0 : squares / sum;
    const at = address + (dimensions / GROUP_DIMENSIONS) * GROUP_BYTES + position * NUMBERS_BYTES;
    integers[at / 4] = (numberBits[0]! & 0xffff_0000) | (numberBits[1]! >>> 16);
  }

  /**
   * The constant that estimates of similarity to a query leave out, and their standard deviation from the true values.
   */
  errorOf(unit: Float32Array): { constant: number; deviation: number } {
    const { center } = this;
    let constant = 0;
    let squares = 0;
    for (let index = 0; index < center.length; index += 1) {
      constant += unit[index]! * center[index]!;
      squares += center[index]! * center[index]!;
    }
    const ofQuery = 1 - 2 * constant + squares;
    const ofVectors = 1 - squares;
    const deviation = DEVIATION * Math.sqrt(Math.max(0, ofQuery * ofVectors) / center.length);
    return { constant, deviation };
  }

  /**
   * Writes a query's tables.
   *
   * @param place in a batch of `batchSize` queries.
   */
  writeQuery(
    unit: Float32Array,
    bytes: Int8Array,
    floats: Float32Array,
    address: number,
    { place, batchSize } = { place: 0, batchSize: 1 },
  ): void {
    const { center, difference, dimensions } = this;
    difference.fill(0);
    for (let index = 0; index < center.length; index += 1) difference[index] = unit[index]! - center[index]!;
    const rotated = this.rotation.apply(difference);
    const groups = dimensions / GROUP_DIMENSIONS;
    let base = 0;
    let widest = 0;
    for (let group = 0; group < groups; group += 1) {
      const reach = reachOf(rotated, group);
      base -= reach;
      widest = Math.max(widest, 2 * reach);
    }
    const step = widest / LARGEST_IN_TABLE || 1;
    const own = address + place * TABLES_OFFSET;
    floats[own / 4] = step;
    floats[own / 4 + 1] = base;
    const tables = address + batchSize * TABLES_OFFSET;
    for (let group = 0; group < groups; group += 1) {
      const reach = reachOf(rotated, group);
      const table = tables + (group * batchSize + place) * GROUP_BYTES;
      for (let signs = 0; signs < GROUP_BYTES; signs += 1) {
        let value = reach;
        for (let index = 0; index < GROUP_DIMENSIONS; index += 1) {
          const number = rotated[group * GROUP_DIMENSIONS + index]!;
          value += (signs >> index) & 1 ? number : -number;
        }
        bytes[table + signs] = Math.round(value / step);
      }
    }
  }
}

/** The largest sum of a group under any choice of signs. */
function reachOf(vector: Float64Array, group: number): number {
  let reach = 0;
  for (let index = 0; index < GROUP_DIMENSIONS; index += 1) {
    reach += Math.abs(vector[group * GROUP_DIMENSIONS + index]!);
  }
  return reach;
}

/**
 * Where a row's half bytes are: the first 16 rows take the low ones. Each run of eight rows takes every second byte, so
 * sums over every second byte belong to consecutive rows.
 */
function placeOf(position: number): { byte: number; shift: number } {
  const [half, within] = [position >> 4, position & 15];
  return { byte: within < 8 ? 2 * within : 2 * (within - 8) + 1, shift: 4 * half };
}
