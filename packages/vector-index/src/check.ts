import { SIGNAL_ID as POINT_ID } from '@heliograph/contract';
import {
  COLLECTION_NAME,
  COLLECTION_NAME_RULE,
  isUnitVector,
  Issues,
  POINT_ID_RULE,
  VECTOR_LIMITS,
} from '@heliograph/runtime';
import type { CollectionDefinition, VectorPoint, VectorQuery } from './vector-index';

/** Versions and times that JSON represents exactly. */
const MAXIMUM_EXACT_NUMBER = Number.MAX_SAFE_INTEGER;
const MAXIMUM_ORDINAL = 0xffff_ffff;

const VECTOR_RULE = 'must be of length 1';

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkDefinition({ name, dimensions }: CollectionDefinition): void {
  const issues = new Issues();
  issues.require(COLLECTION_NAME.test(name), 'collection', COLLECTION_NAME_RULE);
  const isValid = isWhole(dimensions, 1, VECTOR_LIMITS.dimensions);
  issues.require(isValid, 'dimensions', `must be 1 to ${VECTOR_LIMITS.dimensions}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` */
export function checkCollection(name: string): void {
  const issues = new Issues();
  issues.require(COLLECTION_NAME.test(name), 'collection', COLLECTION_NAME_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming the issues of every point. */
export function checkPoints(points: readonly VectorPoint[]): void {
  const issues = new Issues();
  issues.require(points.length <= VECTOR_LIMITS.batch, 'points', `must be at most ${VECTOR_LIMITS.batch}`);
  for (const { id, version, publishedAtMs, ordinal, vector } of points.slice(0, VECTOR_LIMITS.batch)) {
    issues.require(POINT_ID.test(id), 'id', POINT_ID_RULE);
    const isVersion = version >= 0n && version <= BigInt(MAXIMUM_EXACT_NUMBER);
    issues.require(isVersion, 'version', `of ${id} must be 0 to ${MAXIMUM_EXACT_NUMBER}`);
    issues.require(Number.isSafeInteger(publishedAtMs), 'publishedAtMs', `of ${id} must be a whole number`);
    const isOrdinal = isWhole(ordinal, 0, MAXIMUM_ORDINAL);
    issues.require(isOrdinal, 'ordinal', `of ${id} must be 0 to ${MAXIMUM_ORDINAL}`);
    issues.require(isUnitVector(vector), 'vector', `of ${id} ${VECTOR_RULE}`);
  }
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkIds(ids: readonly string[]): void {
  const issues = new Issues();
  issues.require(ids.length <= VECTOR_LIMITS.batch, 'ids', `must be at most ${VECTOR_LIMITS.batch}`);
  issues.require(
    ids.every((id) => POINT_ID.test(id)),
    'ids',
    POINT_ID_RULE,
  );
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkQuery({ vector, limit, publishedUntilMs, ordinalBelow }: VectorQuery): void {
  const issues = new Issues();
  issues.require(isUnitVector(vector), 'vector', VECTOR_RULE);
  issues.require(isWhole(limit, 1, VECTOR_LIMITS.matches), 'limit', `must be 1 to ${VECTOR_LIMITS.matches}`);
  issues.require(Number.isSafeInteger(publishedUntilMs), 'publishedUntilMs', 'must be a whole number');
  const isOrdinal = ordinalBelow === undefined || isWhole(ordinalBelow, 0, MAXIMUM_ORDINAL);
  issues.require(isOrdinal, 'ordinalBelow', `must be 0 to ${MAXIMUM_ORDINAL}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkPage({ after, limit }: { after?: string; limit: number }): void {
  const issues = new Issues();
  issues.require(after === undefined || POINT_ID.test(after), 'after', POINT_ID_RULE);
  issues.require(isWhole(limit, 1, VECTOR_LIMITS.page), 'limit', `must be 1 to ${VECTOR_LIMITS.page}`);
  issues.throwIfAny();
}

function isWhole(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}
