import { randomNumbers } from '@heliograph/testing';
import type { VectorIndex, VectorMatches, VectorPoint, VectorQuery } from '../../src';

export const DIMENSIONS = 16;
const BATCH = 1_000;

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/** A vector at an angle to the first axis, in the plane of the first two. */
export function atAngle(degrees: number, dimensions = DIMENSIONS): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

export function pointOf(id: string | number, given: Partial<VectorPoint> = {}): VectorPoint {
  return {
    id: String(id),
    version: 1n,
    publishedAtMs: 1_000,
    ordinal: 1,
    vector: atAngle(0),
    ...given,
  };
}

/** Vectors around centers, like texts around topics, all slightly biased to one side. */
export function clusteredVectors(
  count: number,
  { dimensions, clusters, seed }: { dimensions: number; clusters: number; seed: number },
): Float32Array[] {
  const random = randomNumbers(seed);
  const spread = () => random() + random() + random() + random() - 2;
  const numbers = (factor: number) => Array.from({ length: dimensions }, () => factor * spread());
  const side = numbers(0.5);
  const centers = Array.from({ length: clusters }, () => numbers(1));
  return Array.from({ length: count }, () => {
    const center = centers[Math.floor(random() * clusters)]!;
    return unit(numbers(0.9).map((value, index) => value + center[index]! + side[index]!));
  });
}

export async function putAll(
  index: VectorIndex,
  collection: string,
  points: readonly VectorPoint[],
): Promise<void> {
  for (let start = 0; start < points.length; start += BATCH) {
    await index.upsert(collection, points.slice(start, start + BATCH));
  }
}

/** By default the nearest to the first axis among all published points. */
export function queryOf(given: Partial<VectorQuery> = {}): VectorQuery {
  return { vector: atAngle(0), limit: 10, publishedUntilMs: 1_000_000, ...given };
}

export function idsOf(found: VectorMatches | readonly { id: string }[]): string[] {
  return 'ids' in found ? Array.from(found.ids, String) : found.map(({ id }) => id);
}

/** What a full-precision scan of all vectors finds. */
export function exactMatches(points: readonly VectorPoint[], vector: Float32Array) {
  return points
    .map((point) => {
      const product = point.vector.reduce((sum, value, index) => sum + value * vector[index]!, 0);
      return { id: point.id, similarityMillionths: Math.round(product * 1_000_000) };
    })
    .sort(
      (first, second) =>
        second.similarityMillionths - first.similarityMillionths ||
        Number(BigInt(second.id) - BigInt(first.id)),
    );
}
