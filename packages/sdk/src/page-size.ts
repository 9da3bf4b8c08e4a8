/** Signals per page by default, which is also the maximum. */
export const LARGEST_PAGE = 50;

/**
 * The page size for semantic mode, where a cursor is bound to one page size: the one whose full pages come closest to
 * `records` without exceeding it. Sizes below half the maximum would take too many requests.
 *
 * @internal
 * @param records Infinity for no limit.
 */
export function evenPageSize(records: number): number {
  if (records <= LARGEST_PAGE) return records;
  let best = LARGEST_PAGE;
  for (let size = LARGEST_PAGE; size >= LARGEST_PAGE / 2; size -= 1) {
    if (records % size < records % best) best = size;
  }
  return best;
}
