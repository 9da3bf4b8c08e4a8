import fc from 'fast-check';
import { unitVector, UnusableVectorError } from './vector';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });

it('scales to length 1 and keeps the direction', () => {
  fc.assert(
    fc.property(
      numbers.filter((values) => Math.hypot(...values) > 1e-3),
      (values) => {
        const vector = unitVector(values);
        const length = Math.hypot(...values);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
        values.forEach((value, index) => expect(vector[index]).toBeCloseTo(value / length, 5));
      },
    ),
  );
});

it.each<[string, unknown[]]>([
  ['no number', [1, NaN]],
  ['infinity', [1, -Infinity]],
  ['what overflows', [1e200, 1e200]],
  ['zeros', [0, 0, -0]],
  ['almost only zeros', [1e-200, 0]],
  ['text', ['1', 2]],
  ['null', [null, 2]],
  ['nothing', []],
])('rejects %s, which has no direction', (_what, values) => {
  expect(() => unitVector(values)).toThrow(UnusableVectorError);
});
