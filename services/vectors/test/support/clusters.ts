import { randomNumbers } from '@heliograph/testing';
import type { PointColumns } from '../../src/domain/point';

/** Vectors of length 1 around centers, like texts around topics, all slightly biased to one side. */
export function clusters(dimensions: number, seed: number, count = 30): () => Float32Array {
  const random = randomNumbers(seed);
  const numbers = (size: number) => {
    const values = new Float64Array(dimensions);
    for (let at = 0; at < dimensions; at += 1)
      values[at] = size * (random() + random() + random() + random() - 2);
    return values;
  };
  const side = numbers(0.7);
  const centers = Array.from({ length: count }, () => numbers(1));
  return () => {
    const center = centers[Math.floor(random() * count)]!;
    const vector = numbers(0.9).map((value, index) => value + center[index]! + side[index]!);
    const length = Math.hypot(...vector);
    return Float32Array.from(vector, (value) => value / length);
  };
}

/** Points with vectors from a source; their payload for queries depends on the id. */
export function pointsFrom(ids: readonly number[], next: () => Float32Array, version = 1): PointColumns {
  const vectors = ids.map(next);
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(ids.length * dimensions);
  vectors.forEach((vector, index) => all.set(vector, index * dimensions));
  return {
    ids: BigUint64Array.from(ids, BigInt),
    versions: new Float64Array(ids.length).fill(version),
    publishedAtMs: Float64Array.from(ids, (id) => id % 7),
    ordinals: Uint32Array.from(ids, (id) => id % 11),
    vectors: all,
  };
}
