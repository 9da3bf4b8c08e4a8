import { lengthOf, quantizeQuery, quantizeVector, unitOf } from './quantize';

const vectorOf = (dimensions: number) =>
  Float32Array.from({ length: dimensions }, (_, index) => Math.sin(index * 7.3) * (1 + (index % 5)));

it('stores numbers to within 1/32,512 of the largest, normalized to length 1', () => {
  const vector = vectorOf(300);
  const [high, low] = [new Int8Array(300), new Int8Array(300)];
  const scale = quantizeVector(vector, high, low);
  const unit = unitOf(vector);
  expect(lengthOf(unit)).toBeCloseTo(1, 6);
  const largest = Math.max(...unit.map(Math.abs));
  unit.forEach((value, index) => {
    expect(Math.abs((high[index]! * 256 + low[index]!) * scale - value)).toBeLessThan(largest / 60_000);
  });
});

it('is the same for vectors that differ only in length', () => {
  const planes = (vector: Float32Array) => {
    const [high, low] = [new Int8Array(64), new Int8Array(64)];
    return [quantizeVector(vector, high, low), high, low];
  };
  expect(planes(vectorOf(64).map((value) => value * 4))).toEqual(planes(vectorOf(64)));
});

it('turns queries of any shape into integers that their scale converts back', () => {
  for (const vector of [Float32Array.of(1, 0, 0), vectorOf(4_096), new Float32Array(64).fill(-0.125)]) {
    const { values, scale } = quantizeQuery(unitOf(vector));
    expect(Math.max(...values.map(Math.abs))).toBe(4_095);
    const back = Float32Array.from(values, (value) => (value * scale) / 256);
    expect(lengthOf(back)).toBeCloseTo(1, 3);
  }
});
