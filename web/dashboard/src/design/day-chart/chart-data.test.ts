import { type ChartData, describeChart, seriesColor, totalOf } from './chart-data';

const format = { count: (value: number) => `${value} records`, day: (date: string) => date };
const chart: ChartData = {
  series: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
  days: [
    { date: '2026-03-01', values: { a: 1 } },
    { date: '2026-03-02', values: { a: 2, b: 5, gone: 100 } },
  ],
};

describe('a chart by day', () => {
  it('totals the visible series', () => {
    expect(chart.days.map((day) => totalOf(day, chart.series))).toEqual([1, 7]);
  });

  it('has a description', () => {
    expect(describeChart(chart, format)).toBe('8 records over 2 days; most on 2026-03-02: 7 records.');
    expect(describeChart({ ...chart, series: [] }, format)).toBe('No usage in 2 days.');
  });

  it('of one day says so', () => {
    const days = chart.days.slice(0, 1);
    expect(describeChart({ ...chart, days }, format)).toMatch(/ over 1 day; /);
    expect(describeChart({ days, series: [] }, format)).toBe('No usage in 1 day.');
  });

  it('has a color for every position', () => {
    expect(seriesColor(0)).toBe('var(--color-series-1)');
    expect(seriesColor(8)).toBe('var(--color-series-1)');
  });
});
