/**
 * Whether to call a balance low: it is below the limit, and it pays for the next record. While free records are left it
 * is not used.
 */
export function isBalanceLow(
  balanceMicros: bigint,
  lowBalanceMicros: bigint,
  freeRecordsLeft: bigint,
): boolean {
  return freeRecordsLeft === 0n && balanceMicros < lowBalanceMicros;
}
