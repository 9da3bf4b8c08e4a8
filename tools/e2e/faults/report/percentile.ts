/**
 * The smallest value that at least this share of all values does not exceed; 0 for no values.
 *
 * @param sorted ascending.
 * @param part from 0 to 1.
 */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
