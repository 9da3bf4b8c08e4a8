import { isCalendarDate } from '@heliograph/contract';

const INSTANT_PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i;

/**
 * Parses an ISO 8601 instant: a date and time with `Z` or an offset, or a date alone, which means midnight UTC. Rejects
 * a time without an offset, which is ambiguous. Truncates to milliseconds.
 *
 * @returns milliseconds since the Unix epoch, or undefined
 */
export function parseInstant(text: string): number | undefined {
  if (text.length === 10) return isCalendarDate(text) ? Date.parse(text) : undefined;
  const match = INSTANT_PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  ) as [number, number, number, number, number, number];
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const inRange = hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60;
  if (!inRange || !isCalendarDate(text.slice(0, 10))) return undefined;
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offsetMs = (offsetHour * 60 + offsetMinute) * 60_000 * (match[8] === '-' ? -1 : 1);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  return local.setUTCHours(hour, minute, second, millisecond) - offsetMs;
}
