/**
 * Ids go up to 9999999999999999999: too large for a double to represent exactly, but within 64 bits. Two halves compare
 * without creating a bigint.
 */
export interface SignalId {
  high: number;
  low: number;
}

const HALF = 2 ** 32;
const MAXIMUM = 0xffff_ffff_ffff_ffffn;

/** @param digits decimal. @returns undefined for an id that no signal can have. */
export function parseSignalId(digits: string): SignalId | undefined {
  const number = Number(digits);
  if (number <= Number.MAX_SAFE_INTEGER) return { high: Math.floor(number / HALF), low: number >>> 0 };
  const exact = BigInt(digits);
  return exact > MAXIMUM ? undefined : splitSignalId(exact);
}

/** @param id 0 to 2^64 - 1. */
export const splitSignalId = (id: bigint): SignalId => ({
  high: Number(id >> 32n),
  low: Number(id & 0xffff_ffffn),
});

/** Decimal digits. */
export function formatSignalId(high: number, low: number): string {
  const number = high * HALF + low;
  return number <= Number.MAX_SAFE_INTEGER ? String(number) : String((BigInt(high) << 32n) | BigInt(low));
}
