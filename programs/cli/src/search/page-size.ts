import { MAXIMUM_PAGE_SIZE } from '@heliograph/contract';

/**
 * The page size for a number of records when all pages must have one size, as in semantic mode, where a cursor is bound
 * to it: whole pages that come as close to the number as possible without exceeding it.
 */
export function evenPageSize(records: number): number {
  if (records <= MAXIMUM_PAGE_SIZE) return Math.max(1, records);
  return Math.floor(records / Math.ceil(records / MAXIMUM_PAGE_SIZE));
}

/**
 * The size of the next page, or 0 when no further one may be requested.
 *
 * @param wanted the size of all pages before.
 * @param left records that may still be used; negative after the user has lowered the maximum.
 * @param isRanked in semantic mode, where the last page cannot be smaller.
 */
export function nextPageSize(wanted: number, left: number, isRanked: boolean): number {
  if (left >= wanted) return wanted;
  return isRanked ? 0 : Math.max(0, left);
}
