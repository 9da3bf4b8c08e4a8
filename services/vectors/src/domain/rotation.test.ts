import { Rotation } from './rotation';

const vectorOf = (dimensions: number, seed: number) =>
  Float64Array.from({ length: dimensions }, (_, index) => Math.sin((index + 1) * (seed + 1.7)));
const product = (first: Float64Array, second: Float64Array) =>
  first.reduce((sum, value, index) => sum + value * second[index]!, 0);

it.each([32, 384, 768, 1_504])('preserves dot products of vectors with %i dimensions', (dimensions) => {
  const [first, second] = [vectorOf(dimensions, 1), vectorOf(dimensions, 2)];
  const rotation = new Rotation(dimensions);
  const rotated = rotation.apply(first).slice();
  expect(product(rotated, rotated)).toBeCloseTo(product(first, first), 6);
  expect(product(rotated, rotation.apply(second))).toBeCloseTo(product(first, second), 6);
});

it('spreads a single dimension over all', () => {
  const vector = new Float64Array(384);
  vector[100] = 1;
  expect(Math.max(...new Rotation(384).apply(vector).map(Math.abs))).toBeLessThan(0.1);
});

it('is always the same', () => {
  expect(new Rotation(64).apply(vectorOf(64, 1))).toEqual(new Rotation(64).apply(vectorOf(64, 1)));
});

it('is pinned to that of all codes in use', () => {
  const dimensions = 12;
  const rotation = new Rotation(dimensions);
  // Each input feeds four outputs: which ones, and with which signs.
  const turned = Array.from({ length: dimensions }, (_, place) => {
    const only = Float64Array.from({ length: dimensions }, (_each, at) => (at === place ? 2 : 0));
    return [...rotation.apply(only)].map((value) => '-0+'[Math.round(value) + 1]).join('');
  });
  expect(turned).toEqual([
    '++--00000000',
    '00000000-+-+',
    '+--+00000000',
    '0000----0000',
    '0000+-+-0000',
    '00000000++--',
    '00000000----',
    '00000000-++-',
    '+-+-00000000',
    '++++00000000',
    '0000+--+0000',
    '0000++--0000',
  ]);
});
