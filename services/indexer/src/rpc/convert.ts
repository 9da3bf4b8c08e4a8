import type { DeadLetterItem } from '@heliograph/event-log';
import type { indexer } from '@heliograph/proto';
import { Issues, ServiceError } from '@heliograph/runtime';
import type { Comparison } from '../repair/compare';

const MAXIMUM_PAGE = 1_000;

/** @throws ServiceError `invalid_parameter` */
export function pageFromRequest({ limit, after }: indexer.ListDeadLettersRequest): {
  limit: number;
  after: string | undefined;
} {
  const issues = new Issues();
  issues.require(limit >= 1 && limit <= MAXIMUM_PAGE, 'limit', `must be 1 to ${MAXIMUM_PAGE}`);
  issues.throwIfAny();
  return { limit, after: after === '' ? undefined : Buffer.from(after, 'base64url').toString() };
}

export function pageTokenOf(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** For a page token that was never returned. */
export function unknownPage(): ServiceError {
  return new ServiceError('invalid_parameter', 'The page token is not valid.', {
    issues: [{ parameter: 'after', message: 'is not a valid page token' }],
  });
}

export function deadLetterToResponse(item: DeadLetterItem): indexer.DeadLetter {
  const { key, eventId, reason, failedAtMs, topic, place } = item;
  return {
    signalId: key,
    eventId,
    reason,
    failedAt: new Date(failedAtMs).toISOString(),
    sourceTopic: topic,
    sourcePartition: place?.partition ?? 0,
    sourceOffset: place?.offset ?? '',
  };
}

export function comparisonToResponse(comparison: Comparison): indexer.CompareResponse {
  const { signals, points, missing, missingIds, surplus, surplusIds } = comparison;
  return {
    signals: BigInt(signals),
    points: BigInt(points),
    missing: BigInt(missing),
    missingIds,
    surplus: BigInt(surplus),
    surplusIds,
  };
}
