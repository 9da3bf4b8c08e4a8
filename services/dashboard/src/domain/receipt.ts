/**
 * A receipt's number: the UTC day of the payment, plus a part that tells it from others of that day. The same payment
 * always gets the same number.
 *
 * @param entryId a UUID. @param paidAt ISO 8601.
 */
export function receiptNumber(entryId: string, paidAt: string): string {
  return `HG-${paidAt.slice(0, 10).replaceAll('-', '')}-${entryId.replaceAll('-', '').slice(-12).toUpperCase()}`;
}
