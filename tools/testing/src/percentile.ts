/**
 * A percentile by nearest rank: the smallest value that at least this share of all values does not exceed; 0 for no
 * values.
 *
 * @param sorted ascending.
 * @param share from 0 to 1.
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
