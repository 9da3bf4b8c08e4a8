import { formatQuantity } from '../format-number';

export interface Series {
  id: string;
  label: string;
}

export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  /** By series; missing means zero. */
  values: Readonly<Record<string, number>>;
}

export interface ChartData {
  series: readonly Series[];
  /** Oldest first, without gaps. */
  days: readonly Day[];
  /** Formats a value; as a count by default. */
  format?: (value: number) => string;
}

/** As many as there are colors; the caller groups the rest. */
export const MAXIMUM_SERIES = 8;

/** The color of the series at an index, as a CSS value. */
export function seriesColor(index: number): string {
  return `var(--color-series-${(index % MAXIMUM_SERIES) + 1})`;
}

export function totalOf(day: Day, series: readonly Series[]): number {
  return series.reduce((sum, { id }) => sum + (day.values[id] ?? 0), 0);
}

/** Summarizes the chart as text: the total and the highest day. */
export function describeChart(
  { series, days }: ChartData,
  format: { count: (value: number) => string; day: (date: string) => string },
): string {
  const totals = days.map((day) => ({ date: day.date, total: totalOf(day, series) }));
  const sum = totals.reduce((all, { total }) => all + total, 0);
  const length = formatQuantity(days.length, 'day');
  if (sum === 0) return `No usage in ${length}.`;
  const highest = totals.reduce((best, each) => (each.total > best.total ? each : best));
  return `${format.count(sum)} over ${length}; most on ${format.day(highest.date)}: ${format.count(highest.total)}.`;
}
