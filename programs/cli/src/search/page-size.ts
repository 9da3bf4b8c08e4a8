import { MAXIMUM_PAGE_SIZE } from '@heliograph/contract';

/**
 * The page size when all pages must be the same size, as in semantic mode: splits the records evenly over the fewest
 * pages that can hold them, rounded down, so that full pages never exceed the number.
 */
export function evenPageSize(records: number): number {
  if (records <= MAXIMUM_PAGE_SIZE) return Math.max(1, records);
  return Math.floor(records / Math.ceil(records / MAXIMUM_PAGE_SIZE));
}

/**
 * The next page's size; 0 if no more pages may be requested.
 *
 * @param wanted the size of all pages so far.
 * @param left records that may still be used; negative if the user lowered the maximum.
 * @param isRanked semantic mode, where the last page cannot be smaller.
 */
export function nextPageSize(wanted: number, left: number, isRanked: boolean): number {
  if (left >= wanted) return wanted;
  return isRanked ? 0 : Math.max(0, left);
}
