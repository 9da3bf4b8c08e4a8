import {
  exceededLimit,
  policyField,
  rateLimitField,
  remainingOf,
  resetOf,
  secondsToNextMinute,
  tighterLimit,
} from './rate-limits';

const limits = { requests: 600, searches: 300 };
const minute = Date.UTC(2026, 10, 20, 10, 23);

it('admits exactly as many as the limit says', () => {
  expect(exceededLimit({ requests: 600, searches: 300 }, limits, true)).toBeUndefined();
  expect(exceededLimit({ requests: 301, searches: 301 }, limits, true)).toBe('searches');
  expect(exceededLimit({ requests: 301, searches: 301 }, limits, false)).toBeUndefined();
  expect(exceededLimit({ requests: 601, searches: 301 }, limits, true)).toBe('requests');
});

it('shows the window with the fewest calls left', () => {
  expect(tighterLimit({ requests: 1, searches: 1 }, limits, true)).toBe('searches');
  expect(tighterLimit({ requests: 590, searches: 1 }, limits, true)).toBe('requests');
  expect(tighterLimit({ requests: 1, searches: 300 }, limits, false)).toBe('requests');
  expect(remainingOf({ requests: 700, searches: 1 }, limits, 'requests')).toBe(0);
});

it('counts whole seconds to the next UTC minute, never 0', () => {
  expect(secondsToNextMinute(minute)).toBe(60);
  expect(secondsToNextMinute(minute + 1)).toBe(60);
  expect(secondsToNextMinute(minute + 1_000)).toBe(59);
  expect(secondsToNextMinute(minute + 59_999)).toBe(1);
  expect(resetOf(minute)).toBe(minute / 1000 + 60);
  expect(resetOf(minute + 59_999)).toBe(minute / 1000 + 60);
});

it('writes structured fields for both windows', () => {
  expect(policyField(limits)).toBe('"requests";q=600;w=60, "searches";q=300;w=60');
  expect(rateLimitField({ requests: 2, searches: 1 }, limits, minute + 18_000)).toBe(
    '"requests";r=598;t=42, "searches";r=299;t=42',
  );
});
