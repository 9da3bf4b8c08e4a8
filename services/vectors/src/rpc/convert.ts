import { SIGNAL_ID } from '@heliograph/contract';
import type { vectors } from '@heliograph/proto';
import {
  COLLECTION_NAME,
  COLLECTION_NAME_RULE,
  isUnitVector,
  Issues,
  POINT_ID_RULE,
  VECTOR_LIMITS,
  vectorFromBytes,
} from '@heliograph/runtime';
import type { Matches, PointColumns, PointQuery } from '../domain/point';

const NO_BYTES = Buffer.alloc(0);

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkPrepareRequest({ collection, dimensions }: vectors.PrepareRequest): void {
  const issues = collectionIssues(collection);
  const isValid = dimensions >= 1 && dimensions <= VECTOR_LIMITS.dimensions;
  issues.require(isValid, 'dimensions', `must be 1 to ${VECTOR_LIMITS.dimensions}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkUpsertRequest({ collection, points }: vectors.UpsertRequest): void {
  const issues = collectionIssues(collection);
  issues.require(points.length <= VECTOR_LIMITS.batch, 'points', `must be at most ${VECTOR_LIMITS.batch}`);
  const bytes = points[0]?.vector.length;
  for (const { id, version, publishedAtMs, vector } of points.slice(0, VECTOR_LIMITS.batch)) {
    issues.require(SIGNAL_ID.test(id), 'id', POINT_ID_RULE);
    issues.require(isExact(version), 'version', `of ${id} must be less than 2^53`);
    issues.require(isExact(publishedAtMs), 'published_at_ms', `of ${id} must be within 2^53`);
    issues.require(vector.length === bytes, 'vector', `of ${id} must be as long as the others`);
    issues.require(isUnitVector(vectorFromBytes(vector)), 'vector', `of ${id} must be of length 1`);
  }
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkRemoveRequest({ collection, ids }: vectors.RemoveRequest): void {
  const issues = collectionIssues(collection);
  issues.require(ids.length <= VECTOR_LIMITS.batch, 'ids', `must be at most ${VECTOR_LIMITS.batch}`);
  const areIds = ids.every((id) => SIGNAL_ID.test(id));
  issues.require(areIds, 'ids', POINT_ID_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkQueryRequest({
  collection,
  vector,
  limit,
  publishedUntilMs,
}: vectors.QueryRequest): void {
  const issues = collectionIssues(collection);
  issues.require(isUnitVector(vectorFromBytes(vector)), 'vector', 'must be of length 1');
  issues.require(
    limit >= 1 && limit <= VECTOR_LIMITS.matches,
    'limit',
    `must be 1 to ${VECTOR_LIMITS.matches}`,
  );
  issues.require(isExact(publishedUntilMs), 'published_until_ms', 'must be within 2^53');
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkScanRequest({ collection, afterId, limit }: vectors.ScanRequest): void {
  const issues = collectionIssues(collection);
  issues.require(afterId === '' || SIGNAL_ID.test(afterId), 'after_id', POINT_ID_RULE);
  issues.require(limit >= 1 && limit <= VECTOR_LIMITS.page, 'limit', `must be 1 to ${VECTOR_LIMITS.page}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` */
export function checkDropRequest({ collection }: vectors.DropRequest): void {
  collectionIssues(collection).throwIfAny();
}

/** The columns of validated points. */
export function pointsFromRequest(points: readonly vectors.Point[]): PointColumns {
  const bytes = Buffer.concat(points.map(({ vector }) => vector));
  return {
    ids: BigUint64Array.from(points, ({ id }) => BigInt(id)),
    versions: Float64Array.from(points, ({ version }) => Number(version)),
    publishedAtMs: Float64Array.from(points, ({ publishedAtMs }) => Number(publishedAtMs)),
    ordinals: Uint32Array.from(points, ({ ordinal }) => ordinal),
    vectors: vectorFromBytes(bytes),
  };
}

export function queryFromRequest(request: vectors.QueryRequest): PointQuery {
  return {
    vector: vectorFromBytes(request.vector),
    limit: request.limit,
    publishedUntilMs: Number(request.publishedUntilMs),
    ordinalBelow: request.ordinalBelow || Infinity,
  };
}

export function packedResponse({ ids, similarityMillionths }: Matches): vectors.QueryResponse {
  return {
    ids: [],
    similarities: [],
    packedIds: bytesOf(ids),
    packedSimilarities: bytesOf(similarityMillionths),
  };
}

/** For callers of the previous version, which cannot read packed responses. */
export function listedResponse({ ids, similarityMillionths }: Matches): vectors.QueryResponse {
  const packed = { packedIds: NO_BYTES, packedSimilarities: NO_BYTES };
  return { ids: [...ids], similarities: [...similarityMillionths], ...packed };
}

/** A view of the same memory, which is little-endian on every machine this program runs on. */
function bytesOf({ buffer, byteOffset, byteLength }: BigUint64Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function collectionIssues(collection: string): Issues {
  const issues = new Issues();
  issues.require(COLLECTION_NAME.test(collection), 'collection', COLLECTION_NAME_RULE);
  return issues;
}

function isExact(value: bigint): boolean {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
}
