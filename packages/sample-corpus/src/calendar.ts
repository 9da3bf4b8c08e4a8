export const DAY_MS = 86_400_000;

/** Midnight UTC of the day `today` falls on. @throws RangeError if `today` is not a date. */
export function startOfDay(today: Date | string): Date {
  const time = new Date(today).getTime();
  if (Number.isNaN(time)) throw new RangeError(`not a date: ${String(today)}`);
  return new Date(Math.floor(time / DAY_MS) * DAY_MS);
}

/** The date `daysAgo` days before `midnight` (after it if negative), as `YYYY-MM-DD`. */
export function dateOf(midnight: Date, daysAgo: number): string {
  return new Date(midnight.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** An instant of the day `daysAgo` days before `midnight`, as ISO 8601 with milliseconds. */
export function instantOf(midnight: Date, daysAgo: number, millisecondOfDay: number): string {
  return new Date(midnight.getTime() - daysAgo * DAY_MS + millisecondOfDay).toISOString();
}
