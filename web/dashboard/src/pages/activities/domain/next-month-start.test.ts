import { nextMonthStart } from './next-month-start';

describe('the next UTC month', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T23:30:00-05:00', '2027-02-01T00:00:00.000Z'],
  ])('after %s begins at %s', (now, start) => {
    expect(nextMonthStart(new Date(now)).toISOString()).toBe(start);
  });
});
