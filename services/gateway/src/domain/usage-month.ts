import { MONTH } from '@heliograph/contract';

/** The parameters of `GET /usage`. */
export const USAGE_PARAMETERS: ReadonlySet<string> = new Set(['month']);

/**
 * What is wrong with a usage request's month; undefined when nothing is.
 *
 * @param nowMs milliseconds since the Unix epoch.
 */
export function faultOfMonth(month: string, nowMs: number): string | undefined {
  if (!MONTH.test(month) || month.startsWith('0000')) return 'must be a month, written YYYY-MM';
  // Texts of this form compare like the months.
  if (month > new Date(nowMs).toISOString().slice(0, 7)) return 'must not be in the future';
  return undefined;
}
