/**
 * Whether a balance is to be called low: it is below the limit, and it is what the next record is paid from. While free
 * records are left nothing is taken from it.
 */
export function isBalanceLow(
  balanceMicros: bigint,
  lowBalanceMicros: bigint,
  freeRecordsLeft: bigint,
): boolean {
  return freeRecordsLeft === 0n && balanceMicros < lowBalanceMicros;
}
