import { Rotation } from './rotation';

/** Rows whose codes lie together. */
export const CODE_ROWS = 32;
/** Dimensions whose signs make half a byte. */
export const GROUP_DIMENSIONS = 4;
/** Of the codes of a group, and of its table. */
export const GROUP_BYTES = 16;
/** Of a query's step and base. */
export const TABLES_OFFSET = 16;
/** The largest number in a table: eight fit a byte, and those of 4,096 dimensions fit 16 bits. */
const LARGEST_IN_TABLE = 31;
/** Bytes of a row's offset and factor. */
const NUMBERS_BYTES = 4;
/**
 * Of an estimate of the product of a vector's sign with a query, both of length 1, times the root of the dimensions: by
 * the paper, for many.
 */
const DEVIATION = 0.75;

/**
 * Of {@link CODE_ROWS} rows: half a byte a group and row, then 32 bits a row: the first half of its offset and, in
 * place of the second, the first half of its factor, both as 32-bit floats. Their 8 bits of precision err much less
 * than the signs do.
 */
export function codeBytes(dimensions: number): number {
  return CODE_ROWS * (dimensions / (2 * GROUP_DIMENSIONS) + NUMBERS_BYTES);
}

/**
 * Of a query: step and base as 32-bit floats, then for each group the numbers that its 16 combinations of signs stand
 * for. Of several, first the steps and bases, then for each group the numbers of each.
 */
export function codedQueryBytes(dimensions: number): number {
  return TABLES_OFFSET + (dimensions / GROUP_DIMENSIONS) * GROUP_BYTES;
}

/**
 * Codes of one bit a dimension: the signs of a vector's difference from a center, rotated (RaBitQ,
 * https://arxiv.org/abs/2405.12497). The product of a query and a vector is that with the center, which is the same for
 * all vectors, and that with the vector's difference. The latter is known for the center's part of the query (the
 * offset); for the rest it is estimated from the signs (times the factor).
 */
export class SignCode {
  private readonly rotation: Rotation;
  /** A row's offset and factor, and the bits of both. */
  private readonly numbers = new Float32Array(2);
  private readonly numberBits = new Uint32Array(this.numbers.buffer);
  private readonly difference: Float64Array;

  /** @param dimensions at least as many as the center has, a multiple of 32; the rest is zero. */
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
   * @param position of the row among those that lie together.
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
   * What estimates of similarity with a query leave out, the same for all vectors, and their standard deviation from
   * what is true.
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
   * Writes the tables of a query.
   *
   * @param place in a batch of queries of so many.
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

/** The greatest number that signs can make of a group. */
function reachOf(vector: Float64Array, group: number): number {
  let reach = 0;
  for (let index = 0; index < GROUP_DIMENSIONS; index += 1) {
    reach += Math.abs(vector[group * GROUP_DIMENSIONS + index]!);
  }
  return reach;
}

/**
 * Where the half bytes of a row are: the low ones belong to the first 16 rows, and of eight rows the bytes are two
 * apart, so that sums of every second byte are those of rows one behind the other.
 */
function placeOf(position: number): { byte: number; shift: number } {
  const [half, within] = [position >> 4, position & 15];
  return { byte: within < 8 ? 2 * within : 2 * (within - 8) + 1, shift: 4 * half };
}
