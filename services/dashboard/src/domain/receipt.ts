/**
 * A receipt's number: the UTC day of the payment, and what distinguishes it from others of that day. Always the same
 * for the same payment.
 *
 * @param entryId a UUID. @param paidAt ISO 8601.
 */
export function receiptNumber(entryId: string, paidAt: string): string {
  return `HG-${paidAt.slice(0, 10).replaceAll('-', '')}-${entryId.replaceAll('-', '').slice(-12).toUpperCase()}`;
}
