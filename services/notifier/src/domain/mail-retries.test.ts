import { nextMailAt } from './mail-retries';

const HOUR = 3_600_000;

it('waits from a minute to two hours, for a day', () => {
  for (const random of [0, 1]) {
    let [now, failures] = [0, 0];
    for (;;) {
      const at = nextMailAt(++failures, 0, now, random);
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
