import { isCalendarDate } from '@heliograph/contract';

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export const TIMESTAMP_RULE = 'must be a timestamp in ISO 8601, such as 2026-11-23T08:00:00Z';

/**
 * Parses an ISO 8601 time with a zone: without one it would be ambiguous. Seconds are optional.
 *
 * @returns undefined for any other form, and for a day that does not exist, which `Date` would move to the next month.
 */
export function readTimestamp(text: string): Date | undefined {
  const match = TIMESTAMP.exec(text);
  return match && isCalendarDate(match[1]!) ? new Date(text) : undefined;
}

/** Parses where to start: a time as {@link readTimestamp} does, or a date alone, which is its midnight UTC. */
export function readStart(text: string): Date | undefined {
  return isCalendarDate(text) ? new Date(`${text}T00:00:00Z`) : readTimestamp(text);
}
