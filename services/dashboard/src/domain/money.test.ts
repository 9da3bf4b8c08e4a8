import { microsOfDollars } from './money';

it.each([
  ['0', 0n],
  ['25', 25_000_000n],
  ['25.5', 25_500_000n],
  ['25.05', 25_050_000n],
  ['0.000001', 1n],
  ['9999999.99', 9_999_999_990_000n],
])('%s dollars', (text, micros) => expect(microsOfDollars(text)).toBe(micros));

it.each(['', '-1', '1.', '.5', '1e3', '1,5', '0.0000001', ' 1'])('%j is invalid', (text) =>
  expect(() => microsOfDollars(text)).toThrow(RangeError),
);
