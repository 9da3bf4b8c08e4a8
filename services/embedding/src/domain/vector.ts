import { endianness } from 'node:os';

const BYTES = Float32Array.BYTES_PER_ELEMENT;
const IS_BIG_ENDIAN = endianness() === 'BE';
/** Below this a direction is rounding noise. */
const SHORTEST = 1e-20;

/** Numbers without a direction: not finite, not numbers, or all zero. */
export class UnusableVectorError extends Error {
  constructor() {
    super('the vector has no direction');
    this.name = 'UnusableVectorError';
  }
}

/**
 * Scales a vector to length 1, so that the dot product of two is their cosine.
 *
 * @param values unchecked, from outside.
 * @throws UnusableVectorError
 */
export function unitVector(values: ArrayLike<unknown>): Float32Array {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value !== 'number') throw new UnusableVectorError();
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  // A NaN sum fails both comparisons.
  if (!(length > SHORTEST && length < Infinity)) throw new UnusableVectorError();
  return Float32Array.from(values as ArrayLike<number>, (value) => value / length);
}

/** 32-bit floats, little-endian. */
export function vectorToBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  return IS_BIG_ENDIAN ? bytes.swap32() : bytes;
}

/** The inverse of {@link vectorToBytes}; undefined when the bytes are not a unit vector of this many dimensions. */
export function vectorFromBytes(bytes: Buffer, dimensions: number): Float32Array | undefined {
  if (bytes.length !== dimensions * BYTES) return undefined;
  // A copy: the bytes may start anywhere in a shared buffer, but floats must be aligned.
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  if (IS_BIG_ENDIAN) copy.swap32();
  const vector = new Float32Array(copy.buffer, 0, dimensions);
  return isUnitVector(vector) ? vector : undefined;
}

function isUnitVector(vector: Float32Array): boolean {
  const length = Math.hypot(...vector);
  return Math.abs(length - 1) < 1e-3;
}
