/** A day is a number: days since 1970-01-01, negative before. */

const MS_OF_DAY = 86_400_000;
export const FIRST_DAY = -0x8000_0000;
export const LAST_DAY = 0x7fff_ffff;

/** @param day `YYYY-MM-DD` */
export const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / MS_OF_DAY;
export const dayOfTime = (epochMs: number) => Math.floor(epochMs / MS_OF_DAY);
/** `YYYY-MM-DD` */
export const formatDay = (day: number) => new Date(day * MS_OF_DAY).toISOString().slice(0, 10);

/** Days from `from` to `to`, inclusive. */
export interface Interval {
  from: number;
  to: number;
}

/** Disjoint intervals in ascending order. */
export type Intervals = readonly Interval[];
export const ALL_DAYS: Intervals = [{ from: FIRST_DAY, to: LAST_DAY }];

/** The days in any of the intervals. Adjacent intervals are joined. */
export function unionOf(intervals: Intervals): Intervals {
  const sorted = intervals.filter(({ from, to }) => from <= to).sort((a, b) => a.from - b.from);
  const joined: Interval[] = [];
  for (const { from, to } of sorted) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The days in both. */
export function intersectionOf(some: Intervals, others: Intervals): Intervals {
  return unionOf(
    some.flatMap((a) => others.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))),
  );
}
