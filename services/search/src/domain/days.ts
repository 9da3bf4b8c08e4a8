import { dayLexeme, monthLexeme, weekLexeme } from '@heliograph/catalog';

/** Days are strings `YYYY-MM-DD`, which sort as they follow each other. */

const millisecondsOfDay = 86_400_000;
export const firstDay = '0001-01-01';
export const lastDay = '9999-12-31';

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

/** The last day of the month of a day. */
export function endOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year as number, month as number, 0)).toISOString().slice(0, 10);
}

/** Days from `from` to `to`, both included. */
export interface Interval {
  from: string;
  to: string;
}

/** Disjoint intervals in ascending order. */
export type Intervals = readonly Interval[];
export const allDays: Intervals = [{ from: firstDay, to: lastDay }];
export const isAllDays = (intervals: Intervals) =>
  intervals.length === 1 && intervals[0]?.from === firstDay && intervals[0].to === lastDay;

/** The days of any of these intervals. Intervals that touch are joined. */
export function unionOf(intervals: Intervals): Intervals {
  const sorted = intervals.filter(({ from, to }) => from <= to).sort((a, b) => (a.from < b.from ? -1 : 1));
  const result: Interval[] = [];
  for (const interval of sorted) {
    const last = result.at(-1);
    if (last && (interval.from <= last.to || addDays(last.to, 1) === interval.from))
      last.to = interval.to > last.to ? interval.to : last.to;
    else result.push({ ...interval });
  }
  return result;
}

/** The days of both. */
export function intersectionOf(some: Intervals, others: Intervals): Intervals {
  return unionOf(
    some.flatMap((a) =>
      others.map((b) => ({ from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to })),
    ),
  );
}

/** Each lexeme of an OR is looked at for each match, so a window has few: finer ones for short windows. */
const mostDays = 9;
const mostWeeks = 8;
const mostMonths = 30;

/** Lexemes of days, weeks or months that together hold every day of an interval, and perhaps some around it; null when it is long. */
export function dayCover({ from, to }: Interval): string[] | null {
  const length = (Date.parse(to) - Date.parse(from)) / millisecondsOfDay;
  if (!(length <= mostMonths * 28)) return null;
  const step = length < mostDays ? 1 : 7;
  const toLexeme = length < mostDays ? dayLexeme : length < mostWeeks * 7 ? weekLexeme : monthLexeme;
  const lexemes = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, step)) lexemes.add(toLexeme(day));
  return [...lexemes.add(toLexeme(to))];
}
