import { vectors } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { fakeService } from '@heliograph/testing';
import { RestartableServer } from './server';

interface HeldCollection {
  dimensions: number;
  points: Map<string, vectors.Point>;
}

/**
 * The vectors service over maps. It follows packages/vector-index's contract; queries have no conditions.
 */
export class FakeVectors {
  readonly collections = new Map<string, HeldCollection>();
  /** Upserted points, including existing ones. */
  upserted = 0;
  /** Calls of `prepare`. */
  prepared = 0;
  /** Awaited by each upsert before it finishes. */
  gate: () => Promise<unknown> = () => Promise.resolve();
  private readonly server = new RestartableServer((server) =>
    fakeService(server, vectors.VectorsServiceService, 'indexer', {
      prepare: async ({ collection, dimensions }) => {
        this.prepared += 1;
        const isNew = !this.collections.has(collection);
        if (isNew) this.collections.set(collection, { dimensions, points: new Map() });
        return { isNew };
      },
      upsert: (request) => this.upsert(request),
      remove: async ({ collection, ids }) => {
        const { points } = this.held(collection);
        for (const id of ids) points.delete(id);
        return {};
      },
      query: async ({ collection, vector, limit }) => {
        const wanted = floatsOf(vector);
        const similar = this.points(collection)
          .map(({ id, vector: held }) => ({
            id: BigInt(id),
            similarity: similarityOf(wanted, floatsOf(held)),
          }))
          .sort((one, other) => other.similarity - one.similarity)
          .slice(0, limit);
        return {
          ids: similar.map(({ id }) => id),
          similarities: similar.map(({ similarity }) => similarity),
          packedIds: Buffer.alloc(0),
          packedSimilarities: Buffer.alloc(0),
        };
      },
      scan: async ({ collection, afterId, limit }) => {
        const points = this.points(collection);
        const start = afterId === '' ? 0 : points.findIndex(({ id }) => compareIds(id, afterId) > 0);
        const page = start < 0 ? [] : points.slice(start, start + limit);
        return { ids: page.map(({ id }) => BigInt(id)), versions: page.map(({ version }) => version) };
      },
      listCollections: async () => ({
        collections: [...this.collections].map(([name, { dimensions, points }]) => ({
          name,
          dimensions,
          points: BigInt(points.size),
        })),
      }),
      drop: async ({ collection }) => {
        this.collections.delete(collection);
        return {};
      },
    }),
  );

  get address(): string {
    return this.server.address;
  }

  start = () => this.server.start();
  stop = () => this.server.stop();

  /** In ascending order of ids. */
  points(collection: string): vectors.Point[] {
    return [...this.held(collection).points.values()].sort((one, other) => compareIds(one.id, other.id));
  }

  private async upsert({ collection, points: given }: vectors.UpsertRequest) {
    await this.gate();
    const { points, dimensions } = this.held(collection);
    for (const point of given) {
      if (point.vector.length !== 4 * dimensions)
        throw new ServiceError('invalid_parameter', 'Wrong length.');
      this.upserted += 1;
      const known = points.get(point.id);
      if (!known || known.version <= point.version) points.set(point.id, point);
    }
    return {};
  }

  private held(collection: string): HeldCollection {
    const held = this.collections.get(collection);
    if (!held) throw new ServiceError('not_found', 'There is no such collection.');
    return held;
  }
}

function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** In millionths. */
function similarityOf(one: Float32Array, other: Float32Array): number {
  return Math.round(1_000_000 * one.reduce((sum, value, place) => sum + value * other[place]!, 0));
}

/** Orders ids as numbers. */
function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one.length - other.length || (one < other ? -1 : 1);
}
