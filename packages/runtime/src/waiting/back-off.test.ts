import { BackOff, backOffMs } from './back-off';

const limits = { firstMs: 100, longestMs: 1_000 };

it('doubles with every failure up to a limit', () => {
  const longest = [0, 1, 2, 3, 4, 5, 1_000_000].map((failures) => backOffMs(failures, limits, 1));
  expect(longest).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
});

it('randomizes the upper half of the wait', () => {
  expect(backOffMs(2, limits, 0)).toBe(200);
  expect(backOffMs(2, limits, 0.5)).toBe(300);
});

it('restarts with the shortest pause after a success', () => {
  const backOff = new BackOff(limits);
  for (let failures = 0; failures < 5; failures += 1) backOff.nextMs();
  expect(backOff.nextMs()).toBeGreaterThanOrEqual(500);
  backOff.reset();
  expect(backOff.nextMs()).toBeLessThanOrEqual(100);
});
