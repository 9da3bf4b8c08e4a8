export const DAY_MS = 86_400_000;

/** The UTC month of a time, `YYYY-MM`. */
export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7);
}

/** The UTC month before the one of a time, `YYYY-MM`. */
export function previousMonthOf(timeMs: number): string {
  const date = new Date(timeMs);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0));
}

/** The day of the UTC month of a time, from 1. */
export function dayOfMonth(timeMs: number): number {
  return new Date(timeMs).getUTCDate();
}

/** The UTC day of a time as a count of days since the Unix epoch. */
export function dayNumberOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** `YYYY-MM-DD` of a count of days since the Unix epoch. */
export function dateOfDayNumber(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
