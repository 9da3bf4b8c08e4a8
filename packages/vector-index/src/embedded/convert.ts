import { endianness } from 'node:os';
import type { vectors } from '@heliograph/proto';
import type { StoredVersion, VectorMatch, VectorPoint, VectorQuery } from '../vector-index';

const IS_LITTLE_ENDIAN = endianness() === 'LE';

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
  };
}

export function matchesFromResponse({ ids, similarities }: vectors.QueryResponse): VectorMatch[] {
  return ids.map((id, index) => ({ id: String(id), similarityMillionths: similarities[index]! }));
}

export function versionsFromResponse({ ids, versions }: vectors.ScanResponse): StoredVersion[] {
  return ids.map((id, index) => ({ id: String(id), version: versions[index]! }));
}

/** 32-bit floats, little-endian. */
export function vectorToBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32();
}
