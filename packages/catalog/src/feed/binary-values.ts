/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1000;
const HIGH_WORD = 2 ** 32;

/** A bigint as a number: exact up to 2^53. */
export function readInt64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * HIGH_WORD + bytes.readUInt32BE(at + 4);
}

/**
 * A timestamp in epoch milliseconds, the precision that is stored: for distant years a number cannot represent
 * microseconds exactly.
 */
export function readTimestampMs(bytes: Buffer, at: number): number {
  return POSTGRES_EPOCH_MS + Math.round(readInt64(bytes, at) / MICROSECONDS);
}
