import { MONTH } from './forms';

export const MONTH_RULE = 'must be a month, written YYYY-MM';

/** Whether a text is a UTC calendar month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && !text.startsWith('0000');
}

/**
 * What is wrong with a usage request's month; undefined if nothing is.
 *
 * @param nowMs milliseconds since the Unix epoch.
 */
export function monthIssue(month: string, nowMs: number): string | undefined {
  if (!isMonth(month)) return MONTH_RULE;
  // Months in this form sort as text.
  return month > new Date(nowMs).toISOString().slice(0, 7) ? 'must not be in the future' : undefined;
}
