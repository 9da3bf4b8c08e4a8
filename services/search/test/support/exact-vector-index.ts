import { ServiceError } from '@heliograph/runtime';
import type {
  CollectionDefinition,
  CollectionInfo,
  StoredVersion,
  VectorIndex,
  VectorMatches,
  VectorPoint,
  VectorQuery,
} from '@heliograph/vector-index';
import type { Rank } from '../../src/domain/pool';

/** The vector index's contract in memory, comparing every vector. */
export class ExactVectorIndex implements VectorIndex {
  readonly collections = new Map<string, Map<string, VectorPoint>>();
  readonly queries: { collection: string; query: VectorQuery; timeoutMs?: number }[] = [];
  /** Returns at most this many matches, like an index with more points than the pool. */
  mostMatches = Infinity;
  isDown = false;
  /** Returns points regardless of time and ordinal: the database decides what is visible. */
  ignoresCutoff = false;

  async prepare({ name }: CollectionDefinition) {
    const isNew = !this.collections.has(name);
    if (isNew) this.collections.set(name, new Map());
    return { isNew };
  }

  async upsert(collection: string, points: readonly VectorPoint[]) {
    const held = this.held(collection);
    for (const point of points) held.set(point.id, point);
  }

  async remove(collection: string, ids: readonly string[]) {
    const held = this.held(collection);
    for (const id of ids) held.delete(id);
  }

  async query(
    collection: string,
    query: VectorQuery,
    options?: { timeoutMs?: number },
  ): Promise<VectorMatches> {
    this.queries.push({ collection, query, timeoutMs: options?.timeoutMs });
    const { vector, limit, publishedUntilMs, ordinalBelow = Infinity } = query;
    const matches = [...this.held(collection).values()]
      .filter(
        (point) =>
          this.ignoresCutoff || (point.publishedAtMs <= publishedUntilMs && point.ordinal < ordinalBelow),
      )
      .map((point) => ({ id: point.id, similarityMillionths: similarityOf(vector, point.vector) }))
      .sort(byRank)
      .slice(0, Math.min(limit, this.mostMatches));
    return {
      ids: BigUint64Array.from(matches, ({ id }) => BigInt(id)),
      similarityMillionths: Int32Array.from(matches, ({ similarityMillionths }) => similarityMillionths),
    };
  }

  async scan(): Promise<StoredVersion[]> {
    throw new Error('searches do not scan');
  }

  async list(): Promise<CollectionInfo[]> {
    throw new Error('searches do not list');
  }

  async drop(collection: string) {
    this.collections.delete(collection);
  }

  async checkReachable() {
    if (this.isDown) throw new ServiceError('unavailable', 'The vector index is down.');
  }

  async close() {}

  private held(collection: string): Map<string, VectorPoint> {
    if (this.isDown)
      throw new ServiceError('unavailable', 'connect ECONNREFUSED vectors.internal:7000', {
        retryAfterSeconds: 1,
      });
    const held = this.collections.get(collection);
    if (!held) throw new ServiceError('not_found', `There is no collection ${collection}.`);
    return held;
  }
}

export function similarityOf(some: Float32Array, other: Float32Array): number {
  const product = some.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  // Never -0, which no database integer is.
  return Math.round(Math.max(-1, Math.min(1, product)) * 1e6) || 0;
}

/** Most similar first, ties by id descending as a number. */
export function byRank(a: Rank, b: Rank): number {
  if (a.similarityMillionths !== b.similarityMillionths)
    return b.similarityMillionths - a.similarityMillionths;
  return BigInt(a.id) < BigInt(b.id) ? 1 : -1;
}
