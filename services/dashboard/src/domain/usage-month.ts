/** A UTC calendar month. */
const MONTH_FORM = /^[0-9]{4}-(0[1-9]|1[0-2])$/;

/**
 * What is wrong with a usage request's month; undefined when nothing is.
 *
 * @param current `YYYY-MM`
 */
export function faultOfMonth(month: string, current: string): string | undefined {
  if (!MONTH_FORM.test(month) || month.startsWith('0000')) return 'must be a month, written YYYY-MM';
  // Texts of this form compare like the months.
  return month > current ? 'must not be in the future' : undefined;
}
