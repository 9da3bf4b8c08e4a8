import { isBalanceLow } from './balance';

it.each([
  [99n, 0n, true],
  [100n, 0n, false],
  [0n, 1n, false],
  [99n, 1n, false],
])('a balance of %s with %s free records left is low: %s', (balance, free, isLow) =>
  expect(isBalanceLow(balance, 100n, free)).toBe(isLow),
);
