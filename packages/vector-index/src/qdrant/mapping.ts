import type { StoredVersion, VectorMatches, VectorPoint, VectorQuery } from '../vector-index';

/**
 * Ids reach beyond 2^53, which numbers in JSON cannot represent. So a point's id in Qdrant is the UUID whose last 64
 * bits are the number and whose other bits are zero: UUIDs are compared as 128-bit numbers, so their order is that of
 * the numbers.
 */
export function uuidOf(id: string | bigint): string {
  const digits = BigInt(id).toString(16).padStart(32, '0');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return [...parts, digits.slice(20)].join('-');
}

/** @throws TypeError or SyntaxError when it is not a UUID. */
export function idOf(uuid: unknown): string {
  return String(numberOf(uuid));
}

function numberOf(uuid: unknown): bigint {
  if (typeof uuid !== 'string') throw new TypeError('the id of a point is not a UUID');
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}

/** The payload of a vector; all below 2^53. */
export const FIELD = { version: 'version', publishedAt: 'published_at', ordinal: 'ordinal' } as const;

export function pointToQdrant(point: VectorPoint) {
  return {
    id: uuidOf(point.id),
    vector: [...point.vector],
    payload: {
      [FIELD.version]: Number(point.version),
      [FIELD.publishedAt]: point.publishedAtMs,
      [FIELD.ordinal]: point.ordinal,
    },
  };
}

export function filterToQdrant({ publishedUntilMs, ordinalBelow }: VectorQuery) {
  const published = { key: FIELD.publishedAt, range: { lte: publishedUntilMs } };
  const ordinal = { key: FIELD.ordinal, range: { lt: ordinalBelow } };
  return { must: ordinalBelow === undefined ? [published] : [published, ordinal] };
}

/**
 * Matches the existing points that these may replace: those with the same or an older version. Qdrant inserts missing
 * points regardless, and checks the condition atomically with the write.
 */
export function olderThan(points: readonly VectorPoint[]) {
  const ids = new Map<bigint, string[]>();
  for (const { id, version } of points) {
    const same = ids.get(version);
    if (same) same.push(uuidOf(id));
    else ids.set(version, [uuidOf(id)]);
  }
  return {
    should: [...ids].map(([version, has_id]) => ({
      must: [{ has_id }, { key: FIELD.version, range: { lte: Number(version) } }],
    })),
  };
}

/** The first `limit` points in the interface's order: Qdrant leaves the order of equal scores undefined. */
export function matchesFromQdrant(
  points: readonly { id: unknown; score: number }[],
  limit: number,
): VectorMatches {
  const matches = points
    .map(({ id, score }) => ({ id: numberOf(id), similarity: millionthsOf(score) }))
    .sort((first, second) => second.similarity - first.similarity || (first.id < second.id ? 1 : -1))
    .slice(0, limit);
  return {
    ids: BigUint64Array.from(matches, ({ id }) => id),
    similarityMillionths: Int32Array.from(matches, ({ similarity }) => similarity),
  };
}

export function versionFromQdrant(point: {
  id: unknown;
  payload?: Record<string, unknown> | null;
}): StoredVersion {
  return { id: idOf(point.id), version: BigInt(Number(point.payload?.[FIELD.version] ?? 0)) };
}

function millionthsOf(score: number): number {
  return Math.max(-1_000_000, Math.min(1_000_000, Math.round(score * 1_000_000)));
}
