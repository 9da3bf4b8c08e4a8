import type { PointColumns, PointQuery } from '../../src/domain/point';

export const DIMENSIONS = 8;

/** A vector at an angle to the first axis. */
export function atAngle(degrees: number): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

/** Points with these ids, each at that angle in hundredths of a degree. */
export function pointsOf(ids: readonly number[], version = 1): PointColumns {
  const vectors = new Float32Array(ids.length * DIMENSIONS);
  ids.forEach((id, index) => vectors.set(atAngle((id % 18_000) / 100), index * DIMENSIONS));
  return {
    ids: BigUint64Array.from(ids, BigInt),
    versions: new Float64Array(ids.length).fill(version),
    publishedAtMs: new Float64Array(ids.length),
    ordinals: new Uint32Array(ids.length),
    vectors,
  };
}

export function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

export const everything: PointQuery = {
  vector: atAngle(0),
  limit: 1_000,
  publishedUntilMs: 0,
  ordinalBelow: Infinity,
};
