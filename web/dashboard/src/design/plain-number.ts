/**
 * A number without the commas between its thousands: `1,234.5` is `1234.5`. A comma elsewhere is ambiguous: some people
 * write `2,5` for `2.5`.
 *
 * @returns undefined if it is not a number, or ambiguous.
 */
export function plainNumber(text: string): string | undefined {
  return /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?$/.test(text) ? text.replace(/,/g, '') : undefined;
}
