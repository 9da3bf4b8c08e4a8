import { webAllowance } from './web-request';

it.each([
  [0n, 10n],
  [9n, 1n],
  [10n, 0n],
  [23n, 0n],
])('%s searches leave %s', (used, remaining) =>
  expect(webAllowance(used)).toEqual({ granted: 10n, used, remaining }),
);
