import type { UseTotal } from '@heliograph/dashboard-api';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Usage on one day by one credential, channel, and operation. */
export interface DatedUse {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  /** `web` means browsing in the dashboard. */
  channel: string;
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

/** The last UTC dates, oldest first, including today. */
export function lastDates(count: number, nowMs: number): string[] {
  return Array.from({ length: count }, (_, index) => dateOf(nowMs - (count - 1 - index) * DAY_MS));
}

/** API requests, without browsing in the dashboard. */
export function requestsOf({ channel, requests }: Pick<DatedUse, 'channel' | 'requests'>): number {
  return channel === 'web' ? 0 : Number(requests);
}

/** A month's total of the days' usage. @param month `YYYY-MM`. */
export function totalOfMonth(month: string, uses: readonly DatedUse[]): UseTotal {
  const total = { requests: 0, records: 0 };
  for (const use of uses) {
    if (!use.date.startsWith(month)) continue;
    total.requests += requestsOf(use);
    total.records += Number(use.records);
  }
  return total;
}

/** Daily totals, including days without usage. */
export function totalsOfDays(
  dates: readonly string[],
  uses: readonly DatedUse[],
): (UseTotal & { date: string })[] {
  const totals = new Map(dates.map((date) => [date, { requests: 0, records: 0 }]));
  for (const use of uses) {
    const total = totals.get(use.date);
    if (!total) continue;
    total.requests += requestsOf(use);
    total.records += Number(use.records);
  }
  return [...totals].map(([date, total]) => ({ date, ...total }));
}

/**
 * The same time one calendar month later, or on that month's last day if it is shorter. Milliseconds since the Unix
 * epoch.
 */
export function monthAfter(ms: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // The day spilled over from a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
