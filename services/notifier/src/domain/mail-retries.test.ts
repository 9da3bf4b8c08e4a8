import { maximumAgeMs, nextMailAt } from './mail-retries';

const HOUR = 3_600_000;

it('waits from a minute to two hours, for a day', () => {
  for (const random of [0, 1]) {
    let [now, failures] = [0, 0];
    for (;;) {
      const at = nextMailAt(++failures, maximumAgeMs(false), now, random);
      if (at === undefined) break;
      expect(at - now).toBeGreaterThanOrEqual(30_000);
      expect(at - now).toBeLessThanOrEqual(2 * HOUR);
      now = at;
    }
    expect(now).toBeGreaterThan(20 * HOUR);
    expect(now).toBeLessThanOrEqual(24 * HOUR);
    expect(failures).toBeLessThan(40);
  }
});

it('makes a last attempt a day after the email was created, and none later', () => {
  const pause = nextMailAt(1, maximumAgeMs(false), 0, 0.5)!;
  const end = 5 + maximumAgeMs(false);
  expect(nextMailAt(1, end, 24 * HOUR + 5 - pause, 0.5)).toBe(24 * HOUR + 5);
  expect(nextMailAt(1, end, 24 * HOUR + 6 - pause, 0.5)).toBeUndefined();
  expect(maximumAgeMs(true)).toBe(7 * 24 * HOUR);
});
