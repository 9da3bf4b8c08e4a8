/** Whether to warn about a low balance: it is below the limit, and no free records remain to be used first. */
export function isBalanceLow(
  balanceMicros: bigint,
  lowBalanceMicros: bigint,
  freeRecordsLeft: bigint,
): boolean {
  return freeRecordsLeft === 0n && balanceMicros < lowBalanceMicros;
}
