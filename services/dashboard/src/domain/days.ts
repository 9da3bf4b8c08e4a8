import type { UseSum } from '@heliograph/dashboard-api';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Use on one day by one credential, channel and operation. */
export interface DatedUse {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  requests: bigint;
  records: bigint;
}

/** The UTC date of a time. @param nowMs milliseconds since the Unix epoch. */
export function dateOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** The UTC month of a time, `YYYY-MM`. */
export function monthOf(nowMs: number): string {
  return dateOf(nowMs).slice(0, 7);
}

/** The last so many UTC dates, the oldest first, today included. */
export function lastDates(count: number, nowMs: number): string[] {
  return Array.from({ length: count }, (_, index) => dateOf(nowMs - (count - 1 - index) * DAY_MS));
}

/** Sums of days, those without use included. */
export function sumsOfDays(
  dates: readonly string[],
  uses: readonly DatedUse[],
): (UseSum & { date: string })[] {
  const sums = new Map(dates.map((date) => [date, { requests: 0, records: 0 }]));
  for (const { date, requests, records } of uses) {
    const sum = sums.get(date);
    if (!sum) continue;
    sum.requests += Number(requests);
    sum.records += Number(records);
  }
  return [...sums].map(([date, sum]) => ({ date, ...sum }));
}
