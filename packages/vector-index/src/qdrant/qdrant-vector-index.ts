import { ServiceError } from '@heliograph/runtime';
import type { QdrantSettings } from '../settings';
import type {
  CallOptions,
  CollectionDefinition,
  CollectionInfo,
  StoredVersion,
  VectorIndex,
  VectorMatches,
  VectorPoint,
  VectorQuery,
} from '../vector-index';
import { QdrantConnection } from './connection';
import { statusOf } from './errors';
import {
  FIELD,
  filterToQdrant,
  matchesFromQdrant,
  olderThan,
  pointToQdrant,
  uuidOf,
  versionFromQdrant,
} from './mapping';
import { collectionToQdrant, FORM, FORM_KEY, PAYLOAD_INDEXES, searchParameters } from './schema';

const QUERY_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 60_000;
const REACHABLE_TIMEOUT_MS = 2_000;
/** Vector components per upsert, about 20 bytes of JSON each: Qdrant refuses bodies over 32 MiB by default. */
const MAXIMUM_REQUEST_NUMBERS = 400_000;

/** Extra points requested, so that ties at the limit go to the greatest ids; Qdrant does not break ties by id. */
const ROOM_FOR_TIES = 100;

type Use = Parameters<QdrantConnection['run']>[2];
type Api = Parameters<Use>[0];
type Init = Parameters<Use>[1];

/** Collections in Qdrant. Writes are confirmed when they are applied and in its write-ahead log. */
export class QdrantVectorIndex implements VectorIndex {
  private readonly connection: QdrantConnection;

  constructor(settings: QdrantSettings) {
    this.connection = new QdrantConnection(settings);
  }

  prepare(collection: CollectionDefinition, options?: CallOptions): Promise<{ isNew: boolean }> {
    return this.command(options, async (api, init) => {
      const { name, dimensions } = collection;
      await create(api, init, collection);
      const { config } = (await api.getCollection({ collection_name: name }, init)).data.result!;
      const { vectors } = config.params;
      const size = vectors && 'size' in vectors ? vectors.size : undefined;
      if (size !== dimensions) {
        throw new ServiceError('invalid_parameter', `The collection does not have ${dimensions} dimensions.`);
      }
      if (config.metadata?.[FORM_KEY] === FORM) return { isNew: false };
      // Its creator died halfway or is still at work: each step can be repeated.
      for (const index of PAYLOAD_INDEXES) {
        await api.createFieldIndex({ collection_name: name, wait: true, ...index }, init);
      }
      await api.updateCollection({ collection_name: name, metadata: { [FORM_KEY]: FORM } }, init);
      return { isNew: true };
    });
  }

  upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void> {
    return this.command(options, async (api, init) => {
      if (points.length === 0) return requireCollection(api, init, collection);
      const perRequest = Math.max(1, Math.floor(MAXIMUM_REQUEST_NUMBERS / points[0]!.vector.length));
      for (let first = 0; first < points.length; first += perRequest) {
        const part = points.slice(first, first + perRequest);
        await api.upsertPoints(
          {
            collection_name: collection,
            wait: true,
            points: part.map(pointToQdrant),
            update_filter: olderThan(part),
          },
          init,
        );
      }
    });
  }

  remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void> {
    return this.command(options, async (api, init) => {
      if (ids.length === 0) return requireCollection(api, init, collection);
      const request = { collection_name: collection, wait: true, points: ids.map(uuidOf) };
      await api.deletePoints(request, init);
    });
  }

  query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches> {
    return this.connection.run(options, QUERY_TIMEOUT_MS, async (api, init) => {
      const limit = query.limit + ROOM_FOR_TIES;
      const response = await api.queryPoints(
        {
          collection_name: collection,
          query: [...query.vector],
          filter: filterToQdrant(query),
          limit,
          params: searchParameters(limit),
          with_payload: false,
          with_vector: false,
        },
        init,
      );
      return matchesFromQdrant(response.data.result!.points, query.limit);
    });
  }

  scan(
    collection: string,
    { after, limit }: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]> {
    return this.command(options, async (api, init) => {
      const response = await api.scrollPoints(
        {
          collection_name: collection,
          // The first id to return.
          offset: uuidOf(BigInt(after ?? '0') + 1n),
          limit,
          with_payload: [FIELD.version],
          with_vector: false,
        },
        init,
      );
      return response.data.result!.points.map(versionFromQdrant);
    });
  }

  list(options?: CallOptions): Promise<CollectionInfo[]> {
    return this.command(options, async (api, init) => {
      const { collections } = (await api.getCollections({}, init)).data.result!;
      const infos = await Promise.all(collections.map(({ name }) => readInfo(api, init, name)));
      return infos.filter((info) => info !== undefined);
    });
  }

  drop(collection: string, options?: CallOptions): Promise<void> {
    return this.command(options, async (api, init) => {
      await unlessMissing(api.deleteCollection({ collection_name: collection }, init));
    });
  }

  async checkReachable(): Promise<void> {
    await this.connection.run(undefined, REACHABLE_TIMEOUT_MS, (api, init) => api.root({}, init));
  }

  /** Connections close by themselves after 10 idle seconds. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  private command<T>(
    options: CallOptions | undefined,
    use: (api: Api, init: Init) => Promise<T>,
  ): Promise<T> {
    return this.connection.run(options, COMMAND_TIMEOUT_MS, use);
  }
}

/** Creates a collection unless it exists; of several concurrent programs, one succeeds. */
async function create(api: Api, init: Init, { name, dimensions }: CollectionDefinition): Promise<void> {
  const { exists } = (await api.collectionExists({ collection_name: name }, init)).data.result!;
  if (exists) return;
  try {
    await api.createCollection({ collection_name: name, ...collectionToQdrant(dimensions) }, init);
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
  }
}

async function requireCollection(api: Api, init: Init, name: string): Promise<void> {
  await api.getCollection({ collection_name: name }, init);
}

/** Undefined if it is gone, or belongs to another installation. */
async function readInfo(api: Api, init: Init, name: string): Promise<CollectionInfo | undefined> {
  const collection = await unlessMissing(api.getCollection({ collection_name: name }, init));
  const counted = await unlessMissing(api.countPoints({ collection_name: name, exact: true }, init));
  const config = collection?.data.result?.config;
  const vectors = config?.params.vectors;
  if (!counted || config?.metadata?.[FORM_KEY] === undefined) return undefined;
  if (!vectors || !('size' in vectors) || typeof vectors.size !== 'number') return undefined;
  return { name, dimensions: vectors.size, points: counted.data.result!.count };
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
