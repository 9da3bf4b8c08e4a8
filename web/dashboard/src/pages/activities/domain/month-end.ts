/** The moment at which the UTC month after a moment's begins: when searches are counted anew. */
export function nextMonthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
