import fc from 'fast-check';
import { dollarsOfMicros } from './money';

it.each([
  [0n, '0.000'],
  [9_750_000n, '9.750'],
  [5_000n, '0.005'],
  [1_234_567n, '1.234567'],
  [10_000_000_000n, '10000.000'],
  [-5_000n, '-0.005'],
])('%s micro-dollars are %s', (micros, dollars) => expect(dollarsOfMicros(micros)).toBe(dollars));

it('is lossless', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (micros) => {
      const [whole, decimals] = dollarsOfMicros(micros).split('.');
      expect(BigInt(whole!) * 1_000_000n + BigInt(decimals!.padEnd(6, '0'))).toBe(micros);
    }),
  );
});
