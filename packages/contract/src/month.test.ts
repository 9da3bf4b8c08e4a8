import { monthIssue } from './month';

const now = Date.UTC(2026, 10, 30, 23, 59);

it.each(['2026-11', '2026-01', '2025-12', '1999-01'])('accepts %s', (month) => {
  expect(monthIssue(month, now)).toBeUndefined();
});

it.each(['2026-12', '2027-01', '9999-12'])('refuses %s, which is in the future', (month) => {
  expect(monthIssue(month, now)).toBe('must not be in the future');
});

it.each(['2026-13', '2026-00', '2026-1', '202-01', '0000-01', '2026-11-01', 'now', ' 2026-11', '2026-11\n'])(
  'refuses %j, which is not a month',
  (month) => {
    expect(monthIssue(month, now)).toBe('must be a month, written YYYY-MM');
  },
);

it('uses UTC', () => {
  expect(monthIssue('2026-12', Date.UTC(2026, 11, 1))).toBeUndefined();
});
