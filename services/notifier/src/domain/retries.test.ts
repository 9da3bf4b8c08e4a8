import { isTooLate, nextAttemptAt, recordsPauseMs } from './retries';

const HOUR = 3_600_000;

it('waits longer after each failure, for three days, and then stops', () => {
  for (const random of [0, 1]) {
    let [now, failures, before] = [0, 0, 0];
    for (;;) {
      const at = nextAttemptAt(++failures, 0, now, random);
      if (at === undefined) break;
      expect(at - now).toBeGreaterThanOrEqual(before);
      before = Math.floor((at - now) / 1.2);
      now = at;
    }
    expect(now).toBeGreaterThan(60 * HOUR);
    expect(now).toBeLessThanOrEqual(72 * HOUR);
    expect(failures).toBeLessThan(25);
  }
  expect(nextAttemptAt(1, 0, 0, 0)).toBe(5_000);
});

it.each([
  [1, 5],
  [2, 30],
  [3, 120],
  [4, 600],
  [5, 1_800],
  [6, 3_600],
  [7, 7_200],
  [8, 14_400],
  [9, 28_800],
  [10, 28_800],
  [50, 28_800],
])('after failure %d waits %d seconds, and up to a fifth more', (failures, seconds) => {
  expect(nextAttemptAt(failures, 0, 1_000, 0)).toBe(1_000 + seconds * 1_000);
  expect(nextAttemptAt(failures, 0, 1_000, 0.5)).toBeCloseTo(1_000 + seconds * 1_100);
});

it('makes a last attempt 72 hours after the first, and none later', () => {
  const now = 72 * HOUR - 5_000;
  expect(nextAttemptAt(1, 0, now, 0)).toBe(72 * HOUR);
  expect(nextAttemptAt(1, 0, now + 1, 0)).toBeUndefined();
});

it('asks again for records after as long as they were missing, from 10 seconds to 5 minutes', () => {
  expect([-1, 0, 10_000, 45_000, 300_000, 86_400_000].map(recordsPauseMs)).toEqual([
    10_000, 10_000, 10_000, 45_000, 300_000, 300_000,
  ]);
});

it('takes an attempt more than an hour late as held up by us', () => {
  const due = new Date(5 * HOUR);
  expect([6 * HOUR, 6 * HOUR + 1].map((now) => isTooLate(due, now))).toEqual([false, true]);
});
