import { isTooLate, nextAttemptAt, recordsPauseMs, retryAfterMs } from './retries';

const HOUR = 3_600_000;

it.each([0, 0.5, 1])('waits longer after each failure, for three days, and then stops (%d)', (random) => {
  let [now, failures, before] = [0, 0, 0];
  for (;;) {
    const at = nextAttemptAt(++failures, 0, now, random);
    if (at === undefined) break;
    if (at < 72 * HOUR) expect(at - now).toBeGreaterThanOrEqual(before);
    before = Math.floor((at - now) / 1.2);
    now = at;
  }
  expect(now).toBe(72 * HOUR);
  expect(failures).toBeLessThan(25);
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
  const times = [63 * HOUR, 72 * HOUR - 1, 72 * HOUR, 80 * HOUR];
  const last = 72 * HOUR;
  expect(times.map((now) => nextAttemptAt(15, 0, now, 1))).toEqual([last, last, undefined, undefined]);
});

it('waits for as long as the receiver asks, if that is longer, at most 8 hours, and within the 72', () => {
  const at = (failures: number, afterMs: number, now = 0, random = 0) =>
    nextAttemptAt(failures, 0, now, random, afterMs);
  expect([at(1, 1_000), at(1, 60_000), at(9, 60_000)]).toEqual([5_000, 60_000, 8 * HOUR]);
  expect([at(1, 99 * HOUR), at(1, Infinity), at(1, HOUR, 0, 1)]).toEqual([8 * HOUR, 8 * HOUR, 1.2 * HOUR]);
  expect(at(1, 3 * HOUR, 71 * HOUR)).toBe(72 * HOUR);
});

it.each([
  ['120', 120_000],
  ['Sun, 06 Nov 1994 08:50:37 GMT', 60_000],
  ['Sunday, 06-Nov-94 08:50:37 GMT', 60_000],
  ['9'.repeat(400), Infinity],
  [undefined, undefined],
  ['', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1994', 1_994_000],
  ['soon', undefined],
  ['soon GMT', undefined],
  ['Sun, 06 Nov 1994 08:49:37 GMT', undefined],
])('reads Retry-After: %s', (header, expected) => {
  expect(retryAfterMs(header, Date.UTC(1994, 10, 6, 8, 49, 37))).toBe(expected);
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
