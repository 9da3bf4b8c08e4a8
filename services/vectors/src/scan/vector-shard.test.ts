import { lengthOf, quantizeQuery, quantizeVector, unitOf } from '../domain/quantize';
import { BLOCK_ROWS, VectorShard } from './vector-shard';

const vectorOf = (dimensions: number, seed: number) =>
  Float32Array.from({ length: dimensions }, (_, index) => Math.sin((index + 1) * (seed + 1.7)));

const product = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, index) => sum + value * second[index]!, 0);

function filled(dimensions: number, vectors: readonly Float32Array[]): VectorShard {
  const shard = new VectorShard(dimensions);
  vectors.forEach((vector, row) => {
    const [high, low] = [new Int8Array(dimensions), new Int8Array(dimensions)];
    shard.write(row, quantizeVector(vector, high, low), high, low);
  });
  return shard;
}

it.each([1, 31, 32, 33, 768])('multiplies vectors of %i dimensions', (dimensions) => {
  const vectors = Array.from({ length: BLOCK_ROWS + 3 }, (_, row) => vectorOf(dimensions, row));
  const shard = filled(dimensions, vectors);
  const unit = unitOf(vectorOf(dimensions, 0.5));
  const { values, scale } = quantizeQuery(unit);
  shard.setQuery(values, unit);
  const rough = [...shard.scoresOf(0, BLOCK_ROWS), ...shard.scoresOf(1, 3)].map((score) => score * scale);
  vectors.forEach((vector, row) => {
    // Those at the edges of blocks and some between.
    if (row % 50 !== 0 && row < BLOCK_ROWS - 2) return;
    const exact = product(unitOf(vector), unit);
    expect(Math.abs(rough[row]! - exact)).toBeLessThan(0.01);
    expect(Math.abs(shard.similarity(row) - exact)).toBeLessThan(0.000_03);
  });
});

it('does not overflow with the greatest sums that there can be', () => {
  const dimensions = 4_096;
  const flat = new Float32Array(dimensions).fill(1 / 64);
  expect(lengthOf(flat)).toBe(1);
  const shard = filled(dimensions, [flat, flat.map((value) => -value)]);
  const { values, scale } = quantizeQuery(flat);
  shard.setQuery(values, flat);
  const [same, opposite] = [...shard.scoresOf(0, 2)].map((score) => score * scale);
  expect(same).toBeCloseTo(1, 3);
  expect(opposite).toBeCloseTo(-1, 3);
});

it('gives back what was written, also after it grew', () => {
  const vectors = Array.from({ length: 3 * BLOCK_ROWS }, (_, row) => vectorOf(40, row));
  const shard = filled(40, vectors);
  const [high, low] = [new Int8Array(40), new Int8Array(40)];
  const scale = quantizeVector(vectors[5]!, high, low);
  expect(shard.scaleOf(5)).toBe(scale);
  expect(shard.planesOf(5)).toEqual({ high, low });
});
