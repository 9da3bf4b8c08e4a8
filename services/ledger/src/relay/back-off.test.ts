import { backOffMs } from './back-off';

it('doubles, up to five seconds', () => {
  expect([1, 2, 3, 4].map((failures) => backOffMs(failures, 0))).toEqual([100, 200, 400, 800]);
  expect(backOffMs(1_000_000, 0)).toBe(5_000);
});

it('is up to a quarter less at random', () => {
  expect(backOffMs(1, 1)).toBe(75);
});
