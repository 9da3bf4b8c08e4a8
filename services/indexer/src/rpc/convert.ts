import type { DeadLetterItem } from '@heliograph/event-log';
import type { indexer } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import type { Comparison } from '../repair/compare';

const MAXIMUM_PAGE = 1_000;

/** @throws ServiceError `invalid_parameter` */
export function checkDeadLettersRequest({ limit }: indexer.ListDeadLettersRequest): void {
  const issues = new Issues();
  issues.require(limit >= 1 && limit <= MAXIMUM_PAGE, 'limit', `must be 1 to ${MAXIMUM_PAGE}`);
  issues.throwIfAny();
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
