import fc from 'fast-check';
import { unitVector, UnusableVectorError, vectorFromBytes, vectorToBytes } from './vector';

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

it('survives the wire unchanged, whatever its byte offset', () => {
  fc.assert(
    fc.property(
      numbers.filter((values) => Math.hypot(...values) > 1e-3),
      fc.nat(7),
      (values, offset) => {
        const vector = unitVector(values);
        const bytes = vectorToBytes(vector);
        expect(bytes.readFloatLE(0)).toBe(vector[0]);
        const somewhere = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset);
        expect(vectorFromBytes(somewhere, values.length)).toEqual(vector);
      },
    ),
  );
});

it('rejects bytes that are not a unit vector', () => {
  const bytes = vectorToBytes(unitVector([3, 4]));
  expect(vectorFromBytes(bytes, 3)).toBeUndefined();
  expect(vectorFromBytes(bytes.subarray(1), 2)).toBeUndefined();
  expect(vectorFromBytes(Buffer.alloc(8), 2)).toBeUndefined();
  expect(vectorFromBytes(Buffer.alloc(8, 0xff), 2)).toBeUndefined();
  expect(vectorFromBytes(vectorToBytes(Float32Array.of(1, 1)), 2)).toBeUndefined();
});
