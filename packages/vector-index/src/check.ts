import { isUnitVector, Issues } from '@heliograph/runtime';
import {
  COLLECTION_NAME,
  MAXIMUM_BATCH,
  MAXIMUM_DIMENSIONS,
  MAXIMUM_EXACT_NUMBER,
  MAXIMUM_MATCHES,
  MAXIMUM_ORDINAL,
  MAXIMUM_PAGE,
  POINT_ID,
} from './limits';
import type { CollectionDefinition, VectorPoint, VectorQuery } from './vector-index';

const NAME_RULE =
  'must be 1 to 80 lowercase letters, digits, dots, underscores, or dashes, starting with a letter or digit';
const ID_RULE = 'must be 1 to 19 digits without leading zeros';
const VECTOR_RULE = 'must be of length 1';

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkDefinition({ name, dimensions }: CollectionDefinition): void {
  const issues = new Issues();
  issues.require(COLLECTION_NAME.test(name), 'collection', NAME_RULE);
  const isValid = isWhole(dimensions, 1, MAXIMUM_DIMENSIONS);
  issues.require(isValid, 'dimensions', `must be 1 to ${MAXIMUM_DIMENSIONS}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` */
export function checkCollection(name: string): void {
  const issues = new Issues();
  issues.require(COLLECTION_NAME.test(name), 'collection', NAME_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming the issues of every point. */
export function checkPoints(points: readonly VectorPoint[]): void {
  const issues = new Issues();
  issues.require(points.length <= MAXIMUM_BATCH, 'points', `must be at most ${MAXIMUM_BATCH}`);
  for (const { id, version, publishedAtMs, ordinal, vector } of points.slice(0, MAXIMUM_BATCH)) {
    issues.require(POINT_ID.test(id), 'id', ID_RULE);
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
  issues.require(ids.length <= MAXIMUM_BATCH, 'ids', `must be at most ${MAXIMUM_BATCH}`);
  issues.require(
    ids.every((id) => POINT_ID.test(id)),
    'ids',
    ID_RULE,
  );
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkQuery({ vector, limit, publishedUntilMs, ordinalBelow }: VectorQuery): void {
  const issues = new Issues();
  issues.require(isUnitVector(vector), 'vector', VECTOR_RULE);
  issues.require(isWhole(limit, 1, MAXIMUM_MATCHES), 'limit', `must be 1 to ${MAXIMUM_MATCHES}`);
  issues.require(Number.isSafeInteger(publishedUntilMs), 'publishedUntilMs', 'must be a whole number');
  const isOrdinal = ordinalBelow === undefined || isWhole(ordinalBelow, 0, MAXIMUM_ORDINAL);
  issues.require(isOrdinal, 'ordinalBelow', `must be 0 to ${MAXIMUM_ORDINAL}`);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkPage({ after, limit }: { after?: string; limit: number }): void {
  const issues = new Issues();
  issues.require(after === undefined || POINT_ID.test(after), 'after', ID_RULE);
  issues.require(isWhole(limit, 1, MAXIMUM_PAGE), 'limit', `must be 1 to ${MAXIMUM_PAGE}`);
  issues.throwIfAny();
}

function isWhole(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}
