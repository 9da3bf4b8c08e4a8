import fc from 'fast-check';
import { decodeHalves, encodeHalves } from './half-floats';

const encode = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((value, index) => bytes.writeFloatLE(value, 4 * index));
  return encodeHalves(bytes);
};
const bitsOf = (value: number) => encode(value).readUInt16LE(0);

it.each([
  [0, 0x0000],
  [-0, 0x8000],
  [1, 0x3c00],
  [-2, 0xc000],
  [0.1, 0x2e66],
  [65_504, 0x7bff],
  // The smallest normal and subnormal numbers, and half of the latter: a tie, rounded to even.
  [2 ** -14, 0x0400],
  [2 ** -24, 0x0001],
  [2 ** -25, 0x0000],
  [3 * 2 ** -25, 0x0002],
  [1e-30, 0x0000],
  // Ties between two neighbors of 1.
  [1 + 2 ** -11, 0x3c00],
  [1 + 3 * 2 ** -11, 0x3c02],
  // Carries into the exponent.
  [2 - 2 ** -20, 0x4000],
])('rounds %d to the nearest 16-bit float', (value, half) => {
  expect(bitsOf(value)).toBe(half);
});

it.each([NaN, Infinity, -Infinity, 65_520, 1e30])('refuses %d', (value) => {
  expect(() => bitsOf(value)).toThrow(RangeError);
});

it('returns a vector of length 1 that differs only by rounding', () => {
  const component = fc.float({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 64 }), (numbers) => {
      const length = Math.hypot(...numbers);
      fc.pre(length > 0.01);
      const unit = numbers.map((value) => value / length);
      const back = decodeHalves(encode(...unit));
      expect(Math.hypot(...back)).toBeCloseTo(1, 6);
      unit.forEach((value, index) => expect(Math.abs(back[index]! - value)).toBeLessThan(1e-3));
    }),
  );
});

it('rounds its own output to the same bits, so that a rebuilt vector is identical', () => {
  const once = encode(0.6, -0.8, 2 ** -20);
  const again = Buffer.from(decodeHalves(once).buffer);
  expect(encodeHalves(again)).toEqual(once);
});
