import { backoffMs } from './backoff';

const options = { firstMs: 100, longestMs: 1_000 };

it('doubles with every failure up to a limit', () => {
  const longest = [0, 1, 2, 3, 4, 5, 1_000].map((failures) => backoffMs(failures, 1, options));
  expect(longest).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
});

it('leaves the upper half of the wait to chance', () => {
  expect(backoffMs(2, 0, options)).toBe(200);
  expect(backoffMs(2, 0.5, options)).toBe(300);
});
