/** Signals per page unless `limit` says otherwise; also the maximum. */
export const LARGEST_PAGE = 50;

/**
 * The page size for semantic mode, where a cursor is bound to one size, so that whole pages come as close to `records`
 * as possible without exceeding it. Pages of less than half the largest size would cost too many requests.
 */
export function evenPageSize(records: number): number {
  if (records <= LARGEST_PAGE) return records;
  let best = LARGEST_PAGE;
  for (let size = LARGEST_PAGE; size >= LARGEST_PAGE / 2; size -= 1) {
    if (records % size < records % best) best = size;
  }
  return best;
}
