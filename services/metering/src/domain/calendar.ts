export const DAY_MS = 86_400_000;

/** The UTC month of a moment, `YYYY-MM`. */
export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7);
}

/** The UTC month before the one of a moment, `YYYY-MM`. */
export function previousMonthOf(timeMs: number): string {
  const moment = new Date(timeMs);
  return monthOf(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 0));
}

/** The day of the UTC month of a moment, from 1. */
export function dayOfMonth(timeMs: number): number {
  return new Date(timeMs).getUTCDate();
}

/** The UTC day of a moment as a count of days since the Unix epoch. */
export function dayNumberOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** `YYYY-MM-DD` of a count of days since the Unix epoch. */
export function dateOfDayNumber(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
