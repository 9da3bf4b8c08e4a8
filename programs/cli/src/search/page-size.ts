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
