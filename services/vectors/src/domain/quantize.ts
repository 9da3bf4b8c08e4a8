/**
 * Vectors are kept as 16-bit integers with a scale, in two planes of bytes: a number is `(256 * high + low) * scale`.
 * Scans read the high plane only, which is half a percent off at worst; the few best are then ranked by both, which is
 * off by about a millionth.
 */
const LARGEST = 127 * 256;

/** Of the query, so that the sum over {@link MAXIMUM_DIMENSIONS} products with a byte stays within 31 bits. */
const LARGEST_IN_QUERY = 4_095;

export const MAXIMUM_DIMENSIONS = 4_096;

/**
 * Writes the planes of a vector, brought to length 1.
 *
 * @returns the scale.
 */
export function quantizeVector(vector: Float32Array, high: Int8Array, low: Int8Array): number {
  const toUnit = 1 / lengthOf(vector);
  const scale = Math.fround((largestOf(vector) * toUnit) / LARGEST);
  const factor = toUnit / scale;
  for (let index = 0; index < vector.length; index += 1) {
    const rounded = Math.round(vector[index]! * factor);
    const value = Math.max(-LARGEST, Math.min(LARGEST, rounded));
    const upper = (value + 128) >> 8;
    high[index] = upper;
    low[index] = value - (upper << 8);
  }
  return scale;
}

/**
 * A query as the scan takes it: integers, and what makes similarities of their products with high bytes and their
 * scales.
 */
export function quantizeQuery(unit: Float32Array): { values: Int16Array; scale: number } {
  const step = largestOf(unit) / LARGEST_IN_QUERY;
  const values = new Int16Array(unit.length);
  for (let index = 0; index < unit.length; index += 1) values[index] = Math.round(unit[index]! / step);
  return { values, scale: step * 256 };
}

/** The vector brought to length 1. */
export function unitOf(vector: Float32Array): Float32Array {
  const factor = 1 / lengthOf(vector);
  return vector.map((value) => value * factor);
}

export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) squares += vector[index]! * vector[index]!;
  return Math.sqrt(squares);
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1) {
    largest = Math.max(largest, Math.abs(vector[index]!));
  }
  return largest;
}
