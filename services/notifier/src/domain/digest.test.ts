import { summarize, periodEndAfter } from './digest';

it.each([
  ['daily', '2026-11-25T05:59:59.999Z', '2026-11-25T06:00:00.000Z'],
  ['daily', '2026-11-25T06:00:00.000Z', '2026-11-26T06:00:00.000Z'],
  ['daily', '2026-12-31T23:00:00.000Z', '2027-01-01T06:00:00.000Z'],
  ['weekly', '2026-11-25T12:00:00.000Z', '2026-11-30T06:00:00.000Z'],
  ['weekly', '2026-11-30T05:00:00.000Z', '2026-11-30T06:00:00.000Z'],
  ['weekly', '2026-11-30T06:00:00.000Z', '2026-12-07T06:00:00.000Z'],
] as const)('a %s period around %s ends at %s', (frequency, date, end) => {
  expect(periodEndAfter(frequency, new Date(date)).toISOString()).toBe(end);
});

it('counts by category, most frequent first, and names at most twelve', () => {
  expect(summarize(['hiring', 'funding', 'funding', 'award'], false)).toEqual({
    total: 4,
    hasMore: false,
    categories: [
      { category: 'funding', count: 2 },
      { category: 'award', count: 1 },
      { category: 'hiring', count: 1 },
    ],
  });
  const many = Array.from({ length: 40 }, (_, index) => `category-${index}`);
  expect(summarize(many, true)).toMatchObject({ total: 40, hasMore: true });
  expect(summarize(many, true).categories).toHaveLength(12);
});
