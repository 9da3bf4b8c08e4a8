import { isCalendarDate } from '@heliograph/contract';

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an ISO 8601 time with a zone: without one it would be ambiguous. Seconds are optional.
 *
 * @returns undefined for any other form, and for a day that does not exist, which `Date` would move to the next month.
 */
export function readMoment(text: string): Date | undefined {
  const match = MOMENT.exec(text);
  return match && isCalendarDate(match[1]!) ? new Date(text) : undefined;
}
