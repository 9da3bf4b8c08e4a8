import { endianness } from 'node:os';
import type { vectors } from '@heliograph/proto';
import { vectorToBytes } from '@heliograph/runtime';
import type { StoredVersion, VectorMatches, VectorPoint, VectorQuery } from '../vector-index';

const IS_LITTLE_ENDIAN = endianness() === 'LE';

export const NO_MATCHES: VectorMatches = {
  ids: new BigUint64Array(),
  similarityMillionths: new Int32Array(),
};

export function pointToRequest(point: VectorPoint): vectors.Point {
  return {
    id: point.id,
    version: point.version,
    publishedAtMs: BigInt(point.publishedAtMs),
    ordinal: point.ordinal,
    vector: vectorToBytes(point.vector),
  };
}

export function queryToRequest(collection: string, query: VectorQuery): vectors.QueryRequest {
  return {
    collection,
    vector: vectorToBytes(query.vector),
    limit: query.limit,
    publishedUntilMs: BigInt(Math.trunc(query.publishedUntilMs)),
    ordinalBelow: query.ordinalBelow ?? 0,
    packed: true,
  };
}

export function matchesFromResponse(response: vectors.QueryResponse): VectorMatches {
  const { ids, similarities, packedIds, packedSimilarities } = response;
  // The previous version of the vectors service sends no packed responses.
  if (ids.length > 0) {
    return { ids: BigUint64Array.from(ids), similarityMillionths: Int32Array.from(similarities) };
  }
  return {
    ids: new BigUint64Array(hostOrder(packedIds, 8)),
    similarityMillionths: new Int32Array(hostOrder(packedSimilarities, 4)),
  };
}

export function versionsFromResponse({ ids, versions }: vectors.ScanResponse): StoredVersion[] {
  return ids.map((id, index) => ({ id: String(id), version: versions[index]! }));
}

/** An aligned copy of little-endian numbers of a given size. */
function hostOrder(bytes: Uint8Array, size: 4 | 8): ArrayBuffer {
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  if (!IS_LITTLE_ENDIAN && size === 4) copy.swap32();
  if (!IS_LITTLE_ENDIAN && size === 8) copy.swap64();
  return copy.buffer;
}
