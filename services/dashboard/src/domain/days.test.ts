import { lastDates, monthOf, totalsOfDays, totalOfMonth, monthAfter } from './days';

const NOW = Date.parse('2026-03-01T00:30:00Z');

it('counts UTC days back across months', () => {
  expect(lastDates(3, NOW)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(monthOf(NOW)).toBe('2026-03');
});

it('totals by day, including days without usage and excluding days out of range', () => {
  const use = (date: string, records: bigint) => ({ date, channel: 'api', requests: 1n, records });
  const uses = [use('2026-02-28', 2n), use('2026-03-01', 3n), use('2026-03-01', 4n), use('2026-01-01', 9n)];
  expect(totalsOfDays(lastDates(3, NOW), uses)).toEqual([
    { date: '2026-02-27', requests: 0, records: 0 },
    { date: '2026-02-28', requests: 1, records: 2 },
    { date: '2026-03-01', requests: 2, records: 7 },
  ]);
});

it('totals a month and does not count browsing as requests', () => {
  const use = (date: string, channel: string) => ({ date, channel, requests: 1n, records: 5n });
  const uses = [use('2026-02-28', 'api'), use('2026-03-01', 'cli'), use('2026-03-02', 'web')];
  expect(totalOfMonth('2026-03', uses)).toEqual({ requests: 1, records: 10 });
});

it.each([
  ['2026-01-15T10:00:00Z', '2026-02-15T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
  ['2026-12-31T23:59:59Z', '2027-01-31T23:59:59.000Z'],
])('one month after %s is %s', (time, later) =>
  expect(new Date(monthAfter(Date.parse(time))).toISOString()).toBe(later),
);
