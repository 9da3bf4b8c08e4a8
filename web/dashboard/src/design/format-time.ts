import type { Moment } from '@heliograph/dashboard-api';
import { dateFormat, relativeFormat } from './formatters';

export type TimeStyle = 'date' | 'minute' | 'second' | 'relative';

const FORMATS: Record<Exclude<TimeStyle, 'relative'>, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  minute: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  second: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
};

/** Largest units first: a unit is used from 1 upward. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * A moment for people to read.
 *
 * @param zone an IANA name; the viewer's own by default.
 */
export function formatMoment(moment: Moment, style: Exclude<TimeStyle, 'relative'>, zone?: string): string {
  return dateFormat({ ...FORMATS[style], timeZone: zone }).format(new Date(moment));
}

/** "3 minutes ago", "in 2 days", "just now" within a minute. */
export function formatRelative(moment: Moment, now: number): string {
  const difference = new Date(moment).getTime() - now;
  for (const [unit, length] of UNITS)
    if (Math.abs(difference) >= length)
      return relativeFormat({ numeric: 'auto' }).format(Math.trunc(difference / length), unit);
  return 'just now';
}

/** A UTC month `YYYY-MM` as "March 2026". */
export function formatMonth(month: string): string {
  return dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** A UTC month `YYYY-MM` as "Mar 2026". */
export function formatShortMonth(month: string): string {
  return dateFormat({ year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** A UTC day `YYYY-MM-DD` as "Mar 5"; with `hasYear` as "Mar 5, 2026". */
export function formatDay(date: string, hasYear = false): string {
  return dateFormat({
    day: 'numeric',
    month: 'short',
    year: hasYear ? 'numeric' : undefined,
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}
