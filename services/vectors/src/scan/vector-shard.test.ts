import { lengthOf, quantizeQuery, quantizeVector, unitOf } from '../domain/quantize';
import { codedDimensions, SignCode } from '../domain/sign-code';
import { BLOCK_ROWS, VectorShard, type ReachingRows } from './vector-shard';

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

function scoresOf(shard: VectorShard, block: number, count: number): Float32Array {
  shard.scan(block * BLOCK_ROWS, count, -Infinity);
  return shard.scores.slice(0, count);
}

it.each([1, 31, 32, 33, 768])('multiplies vectors with %i dimensions', (dimensions) => {
  const vectors = Array.from({ length: BLOCK_ROWS + 3 }, (_, row) => vectorOf(dimensions, row));
  const shard = filled(dimensions, vectors);
  const unit = unitOf(vectorOf(dimensions, 0.5));
  const { values, scale } = quantizeQuery(unit);
  shard.setQuery(values, unit);
  const rough = [...scoresOf(shard, 0, BLOCK_ROWS), ...scoresOf(shard, 1, 3)].map((score) => score * scale);
  // Rows at the edges of blocks, and some in between.
  const rows = Uint32Array.from([...vectors.keys()].filter((row) => row % 50 === 0 || row >= BLOCK_ROWS - 2));
  shard.compareListed(rows, 0);
  rows.forEach((row, index) => {
    const exact = product(unitOf(vectors[row]!), unit);
    expect(Math.abs(rough[row]! - exact)).toBeLessThan(0.01);
    expect(Math.abs(shard.scores[index]! - exact)).toBeLessThan(0.000_03);
  });
});

it('does not overflow for the largest possible sums', () => {
  const dimensions = 4_096;
  const flat = new Float32Array(dimensions).fill(1 / 64);
  expect(lengthOf(flat)).toBe(1);
  const shard = filled(dimensions, [flat, flat.map((value) => -value)]);
  const { values, scale } = quantizeQuery(flat);
  shard.setQuery(values, flat);
  const [same, opposite] = [...scoresOf(shard, 0, 2)].map((score) => score * scale);
  expect(same).toBeCloseTo(1, 3);
  expect(opposite).toBeCloseTo(-1, 3);
});

it('returns what was written, even after growing', () => {
  const vectors = Array.from({ length: 3 * BLOCK_ROWS }, (_, row) => vectorOf(40, row));
  const shard = filled(40, vectors);
  const [high, low] = [new Int8Array(40), new Int8Array(40)];
  const scale = quantizeVector(vectors[5]!, high, low);
  expect(shard.scaleOf(5)).toBe(scale);
  expect(shard.planesOf(5)).toEqual({ high, low });
});

it('scores listed rows as it scores all rows', () => {
  const rows = Uint32Array.of(2, 3, 1_023, 1_024, 1_100);
  const shard = filled(
    70,
    Array.from({ length: 1_101 }, (_, row) => vectorOf(70, row)),
  );
  const unit = unitOf(vectorOf(70, 0.5));
  shard.setQuery(quantizeQuery(unit).values, unit);
  const all = [...scoresOf(shard, 0, BLOCK_ROWS), ...scoresOf(shard, 1, 77)];
  shard.scanListed(
    rows.map((row) => row + 5_000),
    5_000,
    -Infinity,
  );
  expect([...shard.scores.slice(0, rows.length)]).toEqual([...rows].map((row) => all[row]));
});

it.each([
  [1, BLOCK_ROWS + 40],
  [32, BLOCK_ROWS + 40],
  [384, 70],
  [4_096, 70],
])('estimates dot products from the signs of %i dimensions', (dimensions, rows) => {
  const vectors = Array.from({ length: rows }, (_, row) => unitOf(vectorOf(dimensions, row)));
  const shard = filled(dimensions, vectors);
  const center = vectorOf(dimensions, 0.1).map((value) => value / dimensions);
  const code = new SignCode(center, codedDimensions(dimensions));
  for (let row = rows - 1; row >= 0; row -= 1) shard.writeCode(row, code);
  const unit = unitOf(vectorOf(dimensions, 0.5));
  const [unitScore] = shard.setCodedQueries(code, [unit]);
  const estimates: number[] = [];
  for (let first = 0; first < rows; first += BLOCK_ROWS) {
    const size = Math.min(BLOCK_ROWS, rows - first);
    const [{ count, positions, scores }] = shard.estimate(first, size, [-Infinity]) as [ReachingRows];
    expect([...positions.slice(0, count)]).toEqual([...Array(size).keys()]);
    estimates.push(...Array.from(scores.slice(0, count), (score) => score / unitScore!));
  }
  const constant = product(center, unit) - product(center, center);
  const errors = vectors.map((vector, row) => estimates[row]! + constant - product(vector, unit));
  const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / rows;
  // 1.5 times the paper's bound for random vectors.
  expect(Math.sqrt(meanSquare)).toBeLessThan((1.5 * 0.75) / Math.sqrt(dimensions));
});

it.each([2, 3, 4])('estimates the same for a batch of %i queries as for each alone', (batchSize) => {
  const rows = BLOCK_ROWS;
  const vectors = Array.from({ length: rows }, (_, row) => unitOf(vectorOf(64, row)));
  const shard = filled(64, vectors);
  const code = new SignCode(vectorOf(64, 0.1), 64);
  for (let row = 0; row < rows; row += 1) shard.writeCode(row, code);
  const units = Array.from({ length: batchSize }, (_, place) => unitOf(vectorOf(64, place + 0.5)));
  const reached = ({ count, positions, scores }: ReachingRows) =>
    Array.from(positions.slice(0, count), (position) => [position, scores[position]]);
  shard.setCodedQueries(code, units);
  const all = shard
    .estimate(
      0,
      rows,
      units.map(() => -Infinity),
    )
    .slice(0, batchSize)
    .map(reached);
  // Half of the rows reach these.
  const thresholds = all.map(
    (pairs) => pairs.map(([, score]) => score!).sort((one, other) => one - other)[rows / 2]!,
  );
  const together = shard.estimate(0, rows, thresholds).slice(0, batchSize).map(reached);
  units.forEach((unit, place) => {
    shard.setCodedQueries(code, [unit]);
    const [alone] = shard.estimate(0, rows, [thresholds[place]!]);
    expect(together[place]).toEqual(reached(alone!));
    expect(together[place]).toEqual(all[place]!.filter(([, score]) => score! >= thresholds[place]!));
  });
});

it('collects the positions of scores that reach a threshold', () => {
  const reached = (scores: readonly number[], threshold: number) => {
    const shard = filled(
      1,
      scores.map(() => Float32Array.of(1)),
    );
    scores.forEach((score, row) => shard.write(row, score, Int8Array.of(1), Int8Array.of(0)));
    shard.setQuery(Int16Array.of(1), Float32Array.of(1));
    const { count, positions } = shard.scan(0, scores.length, threshold);
    return [...positions.slice(0, count)];
  };
  const rising = Array.from({ length: 100 }, (_, index) => index / 8);
  expect(reached(rising, 12)).toEqual([96, 97, 98, 99]);
  expect(reached(rising.slice(0, 90), 11)).toEqual([88, 89]);
  expect(reached(rising, 13)).toEqual([]);
  expect(reached(rising, -Infinity)).toEqual([...rising.keys()]);
  expect(reached(new Array<number>(BLOCK_ROWS).fill(1), 1)).toHaveLength(BLOCK_ROWS);
});
