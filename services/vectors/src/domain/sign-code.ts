import { Rotation } from './rotation';

/** Rows per interleaved block of codes. */
export const CODE_ROWS = 32;
/** Dimensions per group: their signs fill half a byte. */
export const GROUP_DIMENSIONS = 4;
/** Bytes of a group's codes, and of its lookup table. */
export const GROUP_BYTES = 16;
/** Bytes before a query's tables: its header (see {@link QUERY_HEADER}). */
export const TABLES_OFFSET = 16;
/** Groups whose numbers are summed in bytes before they are added to 16-bit sums. */
export const GROUPS_IN_BYTES = 16;
/**
 * Largest number in a table: the sum of {@link GROUPS_IN_BYTES} fits a byte, and the sum over 4,096 dimensions fits 15
 * bits. Rounding adds little to the error of the signs.
 */
const LARGEST_IN_TABLE = 15;
const LARGEST_16_BIT = 32_767;
/** Maximum score of similarity 1. */
const LARGEST_SCORE = 16_383;
/** Factors are stored as fractions of this over the square root of the dimensions, 13 times the typical factor. */
const LARGEST_FACTOR = 16;
/** Offsets are stored as fractions of this, their maximum for vectors of length 1. */
const LARGEST_OFFSET = 2;
/** Bytes of a row's offset and factor. */
const NUMBERS_BYTES = 4;
/**
 * Standard deviation, times the square root of the dimensions, of the product of two unit vectors estimated from the
 * signs of one: the paper's value for many dimensions.
 */
const DEVIATION = 0.75;

/** The dimensions that codes are padded to. */
export function codedDimensions(dimensions: number): number {
  const step = GROUPS_IN_BYTES * GROUP_DIMENSIONS;
  return Math.ceil(dimensions / step) * step;
}

/**
 * Bytes of the codes of {@link CODE_ROWS} rows: half a byte per group and row, then all offsets, then all factors, as
 * 16-bit fractions, whose error is far below that of the signs.
 */
export function codeBytes(dimensions: number): number {
  return CODE_ROWS * (dimensions / (2 * GROUP_DIMENSIONS) + NUMBERS_BYTES);
}

/**
 * Bytes of a query: its header, then for each group a table with a number for each of its 16 sign combinations. In a
 * batch, all headers come first, then for each group the tables of all queries.
 */
export function codedQueryBytes(dimensions: number): number {
  return TABLES_OFFSET + (dimensions / GROUP_DIMENSIONS) * GROUP_BYTES;
}

/**
 * Byte offsets in a query's header: 16-bit integers, and the 32-bit `end`. A row's score is the sum of its numbers,
 * minus the middle, times the multiplier and the row's factor, plus the row's offset times the weight. The caller sets
 * the threshold; the scan sets `end`, the address after the last position.
 */
export const QUERY_HEADER = { middle: 0, multiplier: 2, offsetWeight: 4, threshold: 6, end: 8 } as const;

/**
 * What is read to encode a row, as byte offsets in each group's part: the signs that the rotation gives the group's
 * dimensions, the center with these signs, and the addresses of the values that the rotation moves to these dimensions.
 */
export const ENCODING = { signs: 0, center: 16, sources: 32, bytes: 48 } as const;

/** Byte offsets of {@link Sums} as 32-bit floats, and what they take before the values of the difference. */
export const SUMS = { squares: 0, offset: 4, magnitude: 8 } as const;
export const SUMS_BYTES = 16;

/**
 * Of a vector's difference from the center: its squares, its products with the center, and its magnitudes after a
 * rotation without the scale.
 */
export type Sums = Record<keyof typeof SUMS, number>;

/** The memory of codes and queries, as numbers of each size. */
export interface CodeMemory {
  bytes: Int8Array;
  shorts: Int16Array;
  floats: Float32Array;
  integers: Uint32Array;
}

/**
 * One-bit codes: the signs of a vector's difference from a center, rotated (RaBitQ, https://arxiv.org/abs/2405.12497).
 * For query q, vector v, and center c: qv = qc + c(v - c) + (q - c)(v - c). The first term is the same for all vectors,
 * the second is known (the offset), the third is estimated from the signs (times the factor).
 */
export class SignCode {
  private readonly rotation: Rotation;
  private readonly difference: Float64Array;
  private readonly largestFactor: number;

  /** @param dimensions those of the center, padded as {@link codedDimensions} says. */
  constructor(
    private readonly center: Float32Array,
    private readonly dimensions: number,
  ) {
    this.rotation = new Rotation(dimensions);
    this.difference = new Float64Array(dimensions);
    this.largestFactor = Math.min(2, LARGEST_FACTOR / Math.sqrt(dimensions));
  }

  /**
   * Writes what {@link ENCODING} describes.
   *
   * @param values address of the difference.
   */
  writeEncoding({ floats, integers }: CodeMemory, address: number, values: number): void {
    const { center, dimensions, rotation } = this;
    const { order, signs } = rotation;
    for (let index = 0; index < dimensions; index += 1) {
      const from = order[index]!;
      floats[encodingIndex(address, from, 'signs')] = signs[index]!;
      floats[encodingIndex(address, from, 'center')] = signs[index]! * (center[from] ?? 0);
      integers[encodingIndex(address, index, 'sources')] = values + 4 * from;
    }
  }

  /**
   * Writes a vector's offset and factor.
   *
   * @param position of the row in its block.
   * @param address of their codes.
   */
  writeNumbers(sums: Sums, position: number, { shorts }: CodeMemory, address: number): void {
    const { squares, offset, magnitude } = sums;
    const factor = magnitude === 0 ? 0 : squares / (magnitude * this.rotation.scale);
    const offsets = (address + (this.dimensions / GROUP_DIMENSIONS) * GROUP_BYTES) / 2;
    shorts[offsets + position] = fractionOf(offset, LARGEST_OFFSET);
    shorts[offsets + CODE_ROWS + position] = fractionOf(factor, this.largestFactor);
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
   * Writes a query's header and tables.
   *
   * @param place in a batch of `batchSize` queries.
   * @returns the score of similarity 1.
   */
  writeQuery(
    unit: Float32Array,
    { bytes, shorts }: CodeMemory,
    address: number,
    { place, batchSize } = { place: 0, batchSize: 1 },
  ): number {
    const { center, difference, dimensions, largestFactor } = this;
    difference.fill(0);
    for (let index = 0; index < center.length; index += 1) difference[index] = unit[index]! - center[index]!;
    const rotated = this.rotation.apply(difference);
    const groups = dimensions / GROUP_DIMENSIONS;
    let sum = 0;
    let largest = 0;
    for (let group = 0; group < groups; group += 1) {
      const reach = reachOf(rotated, group);
      sum += reach;
      largest = Math.max(largest, reach);
    }
    // With a smaller step, offsets would not fit a score.
    const step = Math.max((2 * largest) / LARGEST_IN_TABLE, 1 / (LARGEST_SCORE * largestFactor));
    const tables = address + batchSize * TABLES_OFFSET;
    let greatestSum = 0;
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
      greatestSum += Math.round((2 * reach) / step);
    }
    const middle = Math.round(sum / step);
    const reached = Math.max(middle, greatestSum - middle);
    const unitScore = 1 / (step * largestFactor);
    const multiplier = Math.floor(Math.min(LARGEST_16_BIT / reached, LARGEST_SCORE / unitScore)) || 1;
    const score = multiplier * unitScore;
    const header = address + place * TABLES_OFFSET;
    shorts[(header + QUERY_HEADER.middle) / 2] = middle;
    shorts[(header + QUERY_HEADER.multiplier) / 2] = multiplier;
    shorts[(header + QUERY_HEADER.offsetWeight) / 2] = Math.round(score * LARGEST_OFFSET);
    return score;
  }
}

/** Index of a dimension's number among 32-bit numbers. */
function encodingIndex(address: number, dimension: number, field: keyof typeof ENCODING): number {
  const group = Math.floor(dimension / GROUP_DIMENSIONS);
  return (address + group * ENCODING.bytes + ENCODING[field]) / 4 + (dimension % GROUP_DIMENSIONS);
}

/** A number as a 16-bit fraction of the largest one. */
function fractionOf(value: number, largest: number): number {
  const rounded = Math.round((value / largest) * (LARGEST_16_BIT + 1));
  return Math.max(-LARGEST_16_BIT, Math.min(LARGEST_16_BIT, rounded));
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
export function placeOf(position: number): { byte: number; shift: number } {
  const [half, within] = [position >> 4, position & 15];
  return { byte: within < 8 ? 2 * within : 2 * (within - 8) + 1, shift: 4 * half };
}
