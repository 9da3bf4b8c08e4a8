import { lastDates, monthOf, sumsOfDays } from './days';

const NOW = Date.parse('2026-03-01T00:30:00Z');

it('counts UTC days back over the ends of months', () => {
  expect(lastDates(3, NOW)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(monthOf(NOW)).toBe('2026-03');
});

it('sums by day, with the days without use and without those outside', () => {
  const use = (date: string, records: bigint) => ({ date, requests: 1n, records });
  const uses = [use('2026-02-28', 2n), use('2026-03-01', 3n), use('2026-03-01', 4n), use('2026-01-01', 9n)];
  expect(sumsOfDays(lastDates(3, NOW), uses)).toEqual([
    { date: '2026-02-27', requests: 0, records: 0 },
    { date: '2026-02-28', requests: 1, records: 2 },
    { date: '2026-03-01', requests: 2, records: 7 },
  ]);
});
