import type { Timestamp } from '@heliograph/dashboard-api';
import { relativeFormat } from './formatters';

export type TimeStyle = 'date' | 'minute' | 'second' | 'relative';
type TimestampStyle = Exclude<TimeStyle, 'relative'>;

/** Written out, and days are formatted by hand: Intl's first date takes a slow phone a tenth of a second. */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Length of the time of day, in characters. */
const CLOCK_LENGTHS: Record<TimestampStyle, number> = { date: 0, minute: 5, second: 8 };

/** Largest unit first: a unit is used from 1 up. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A human-readable timestamp in the viewer's zone or in UTC: "Mar 5, 2026, 23:30". */
export function formatTimestamp(
  timestamp: Timestamp,
  style: TimestampStyle,
  zone: 'local' | 'UTC' = 'local',
): string {
  const date = new Date(timestamp);
  const minutesBehind = zone === 'UTC' ? 0 : date.getTimezoneOffset();
  const shown = new Date(date.getTime() - minutesBehind * 60_000).toISOString();
  const day = formatDay(shown.slice(0, 10), true);
  const clock = shown.slice(11, 11 + CLOCK_LENGTHS[style]);
  return clock === '' ? day : `${day}, ${clock}`;
}

/**
 * "3 minutes ago", "in 2 days", "just now" within a minute; never "tomorrow" or "last month", because a day ahead may be
 * the day after tomorrow. Rounds so that something a week ahead does not read "in 6 days" a moment later.
 */
export function formatRelative(timestamp: Timestamp, now: number): string {
  const difference = new Date(timestamp).getTime() - now;
  for (const [unit, length] of UNITS)
    if (Math.abs(difference) >= length)
      return relativeFormat({ numeric: 'always' }).format(
        difference > 0 ? Math.round(difference / length) : Math.trunc(difference / length),
        unit,
      );
  return 'just now';
}

/** A UTC month `YYYY-MM` as "March 2026". */
export function formatMonth(month: string): string {
  return `${nameOfMonth(month)} ${month.slice(0, 4)}`;
}

/** A UTC month `YYYY-MM` as "Mar 2026". */
export function formatShortMonth(month: string): string {
  return `${nameOfMonth(month).slice(0, 3)} ${month.slice(0, 4)}`;
}

/** A UTC day `YYYY-MM-DD` as "Mar 5"; with `hasYear` as "Mar 5, 2026". */
export function formatDay(date: string, hasYear = false): string {
  const day = `${nameOfMonth(date).slice(0, 3)} ${Number(date.slice(8))}`;
  return hasYear ? `${day}, ${date.slice(0, 4)}` : day;
}

function nameOfMonth(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}
