import { median, percentiles } from './percentiles';

it('finds percentiles in samples of any order', () => {
  const samples = Array.from({ length: 1_000 }, (_, index) => 999 - index);
  expect(percentiles(samples)).toEqual({ p50: 499, p95: 949, p99: 989 });
  expect(percentiles([7])).toEqual({ p50: 7, p95: 7, p99: 7 });
});

it('finds the median', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});
