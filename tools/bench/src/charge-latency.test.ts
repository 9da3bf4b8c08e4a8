import { medianChargeMs, type Buckets } from './charge-latency';

const buckets = (...counts: number[]): Buckets =>
  [0.001, 0.002, 0.004, Infinity].map((atMost, index) => ({ atMost, count: counts[index]! }));

test('interpolates the median within its bucket', () => {
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(0, 10, 10, 10))).toBe(1.5);
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(10, 10, 30, 30))).toBe(2.5);
});

test('counts only what came between the two readings', () => {
  expect(medianChargeMs(buckets(100, 100, 100, 100), buckets(100, 110, 110, 110))).toBe(1.5);
});

test('returns the last bound for a median beyond it, and 0 without charges', () => {
  expect(medianChargeMs(buckets(0, 0, 0, 0), buckets(0, 0, 0, 8))).toBe(4);
  expect(medianChargeMs(buckets(1, 2, 3, 4), buckets(1, 2, 3, 4))).toBe(0);
});
