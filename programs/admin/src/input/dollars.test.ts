import { dollarsOfMicros } from '@heliograph/runtime';
import fc from 'fast-check';
import { UsageError } from '../failure';
import { parseDollars } from './dollars';

describe('parseDollars', () => {
  test.each([
    ['10', 10_000_000n],
    ['0.005', 5_000n],
    ['12.50', 12_500_000n],
    ['0.000001', 1n],
    ['007', 7_000_000n],
    // In floating point, 0.1 + 0.2 is not 0.3; in micro-dollars, it is.
    ['0.3', 300_000n],
    ['1000000', 1_000_000_000_000n],
  ])('%s is %s micro-dollars', (text, micros) => {
    expect(parseDollars(text)).toBe(micros);
  });

  test.each([
    '',
    '0',
    '0.000000',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '1,000',
    '$10',
    '10 ',
    '0.0000001',
    'NaN',
    '1000000.000001',
    '9'.repeat(40),
  ])('refuses %j', (text) => {
    expect(() => parseDollars(text)).toThrow(UsageError);
  });

  test('a formatted amount parses to the same amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1_000_000_000_000n),
        (micros) => parseDollars(dollarsOfMicros(micros)) === micros,
      ),
    );
  });
});

test.each([
  [9_750_000n, '9.750'],
  [0n, '0.000'],
  [1n, '0.000001'],
  [1_234_500n, '1.2345'],
  [-5_000n, '-0.005'],
])('%s micro-dollars become %s', (micros, text) => {
  expect(dollarsOfMicros(micros)).toBe(text);
});
