import { medianChargeMs, type Buckets } from './charge-latency';

const buckets = (...counts: number[]): Buckets =>
  [0.001, 0.002, 0.004, Infinity].map((atMost, index) => ({ atMost, count: counts[index]! }));

test('the median lies evenly in its bucket', () => {
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(0, 10, 10, 10))).toBe(1.5);
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(10, 10, 30, 30))).toBe(2.5);
});

test('only what came between the readings counts', () => {
  expect(medianChargeMs(buckets(100, 100, 100, 100), buckets(100, 110, 110, 110))).toBe(1.5);
});

test('beyond the last bound it is the bound; without a charge it is zero', () => {
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(0, 0, 0, 8))).toBe(4);
  expect(medianChargeMs(buckets(1, 2, 3, 4), buckets(1, 2, 3, 4))).toBe(0);
});
