import { endianness } from 'node:os';

const BYTES = Float32Array.BYTES_PER_ELEMENT;
const IS_BIG_ENDIAN = endianness() === 'BE';

/** How far from 1 the length of a unit vector may be. */
const LENGTH_TOLERANCE = 0.01;

/** A vector as calls carry it: 32-bit floats, little-endian. Shares the vector's memory if possible. */
export function vectorToBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return IS_BIG_ENDIAN ? Buffer.from(bytes).swap32() : bytes;
}

/** The inverse of {@link vectorToBytes}, as a copy. Ignores trailing bytes that do not make a whole number. */
export function vectorFromBytes(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  // Copy: the bytes may start anywhere in a shared buffer, but floats must be aligned.
  const copy = Uint8Array.prototype.slice.call(bytes, 0, bytes.length - (bytes.length % BYTES));
  if (IS_BIG_ENDIAN) Buffer.from(copy.buffer).swap32();
  return new Float32Array(copy.buffer as ArrayBuffer);
}

/** Whether all numbers are finite and the vector's length is 1, within {@link LENGTH_TOLERANCE}. */
export function isUnitVector(vector: Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.abs(Math.sqrt(squares) - 1) <= LENGTH_TOLERANCE;
}
