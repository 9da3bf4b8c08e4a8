const TEXT_OID = 25;
/** For one dimension: number of dimensions, flags, type, length, lower bound. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** Maximum bytes of UTF-8 per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Texts in PostgreSQL's binary array format, which the driver sends as a buffer (`array_recv`): neither side has to
 * check for quoting or escaping. Only for a parameter of type `text[]`.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  if (values.length === 0) return header(0, 0, HEADER_BYTES - 2 * LENGTH_BYTES);
  let bound = HEADER_BYTES;
  for (const value of values) bound += LENGTH_BYTES + (value === null ? 0 : value.length * BYTES_PER_UNIT);
  const array = header(1, values.length, bound);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + LENGTH_BYTES);
    array.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(length, 0);
  }
  return array.subarray(0, at);
}

function header(dimensions: number, length: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(dimensions, 0);
  // The null flag; PostgreSQL checks for nulls itself.
  array.writeInt32BE(0, 4);
  array.writeInt32BE(TEXT_OID, 8);
  if (dimensions === 0) return array;
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
