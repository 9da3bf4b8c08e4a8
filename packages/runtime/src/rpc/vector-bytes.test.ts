import fc from 'fast-check';
import { isUnitVector, vectorFromBytes, vectorToBytes } from './vector-bytes';

it('survives the wire unchanged, whatever its byte offset', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, maxLength: 50 }), fc.nat(7), (vector, offset) => {
      const bytes = vectorToBytes(vector);
      expect(bytes.readFloatLE(0)).toBe(vector[0]);
      const somewhere = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset);
      expect(vectorFromBytes(somewhere)).toEqual(vector);
    }),
  );
});

it('has its own memory, and omits partial numbers', () => {
  const bytes = Buffer.concat([vectorToBytes(Float32Array.of(1, 2)), Buffer.alloc(3)]);
  const vector = vectorFromBytes(bytes);
  bytes.fill(0);
  expect(vector).toEqual(Float32Array.of(1, 2));
});

it.each([
  [[0.6, 0.8], true],
  [[0.604, 0.804], true],
  [[1, 1], false],
  [[0, 0], false],
  [[], false],
  [[NaN, 1], false],
  [[Infinity, 0], false],
])('%j is of length 1: %s', (values, isUnit) => {
  expect(isUnitVector(Float32Array.from(values))).toBe(isUnit);
});
