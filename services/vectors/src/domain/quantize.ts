/**
 * Vectors are stored as 16-bit integers with a scale, in two byte planes: a number is `(256 * high + low) * scale`.
 * Scans read only the high plane, at most half a percent off; the few best are then ranked by both, about a millionth
 * off.
 */
const LARGEST = 127 * 256;

/** Largest number in a query, so that the sum of 4,096 products (VECTOR_LIMITS.dimensions) with bytes fits 31 bits. */
const LARGEST_IN_QUERY = 4_095;

/**
 * Writes the planes of a vector, normalized to length 1.
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

/** A query in the scan's form: integers, and the scale that turns the scan's scores into similarities. */
export function quantizeQuery(unit: Float32Array): { values: Int16Array; scale: number } {
  const step = largestOf(unit) / LARGEST_IN_QUERY;
  const values = new Int16Array(unit.length);
  for (let index = 0; index < unit.length; index += 1) values[index] = Math.round(unit[index]! / step);
  return { values, scale: step * 256 };
}

/** The vector normalized to length 1. */
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
