import { nextAttemptAt } from './retries';

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
