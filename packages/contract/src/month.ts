import { MONTH } from './forms';

/**
 * What is wrong with a usage request's month; undefined when nothing is.
 *
 * @param nowMs milliseconds since the Unix epoch.
 */
export function faultOfMonth(month: string, nowMs: number): string | undefined {
  if (!MONTH.test(month) || month.startsWith('0000')) return 'must be a month, written YYYY-MM';
  // Texts of this form compare like the months.
  return month > new Date(nowMs).toISOString().slice(0, 7) ? 'must not be in the future' : undefined;
}
