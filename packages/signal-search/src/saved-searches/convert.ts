import type { Delivery, DeliveryState, SavedSearch, SavedSearchState } from '@heliograph/contract';
import { notifier } from '@heliograph/proto';

const STATES: Readonly<Record<number, SavedSearchState>> = {
  [notifier.SavedSearchState.ACTIVE]: 'active',
  [notifier.SavedSearchState.FAILING]: 'failing',
  [notifier.SavedSearchState.WAITING_FOR_RECORDS]: 'waiting_for_records',
};

const DELIVERY_STATES: Readonly<Record<number, DeliveryState>> = {
  [notifier.DeliveryState.WAITING_FOR_RECORDS]: 'waiting_for_records',
  [notifier.DeliveryState.PENDING]: 'pending',
  [notifier.DeliveryState.DELIVERED]: 'delivered',
  [notifier.DeliveryState.FAILED]: 'failed',
};

/** @param secret of its webhook, only in the response that creates or rotates it. */
export function savedSearchRecord(found: notifier.SavedSearch, secret?: string): SavedSearch {
  const { id, name, query, webhook, maxRecordsPerDay, state, failure, createdAt } = found;
  return {
    id,
    name,
    query,
    ...(webhook && {
      webhook: {
        url: webhook.url,
        ...(secret !== undefined && { secret }),
        ...(webhook.previousSecretUntil && {
          previousSecretUntil: webhook.previousSecretUntil.toISOString(),
        }),
      },
    }),
    ...(maxRecordsPerDay !== undefined && { maxRecordsPerDay }),
    // A state from a later version counts as active.
    state: STATES[state] ?? 'active',
    ...(failure && {
      failure: {
        at: failure.at!.toISOString(),
        ...(failure.status !== undefined && { status: failure.status }),
        reason: failure.reason,
      },
    }),
    createdAt: createdAt!.toISOString(),
  };
}

export function deliveryRecord(found: notifier.Delivery): Delivery {
  const { id, createdAt, items, attempts, state, lastAttemptAt, lastStatus, lastFailure, isTest } = found;
  const { nextAttemptAt } = found;
  return {
    id,
    at: createdAt!.toISOString(),
    items,
    attempts,
    state: DELIVERY_STATES[state] ?? 'pending',
    ...(lastAttemptAt && {
      lastAttempt: {
        at: lastAttemptAt.toISOString(),
        ...(lastStatus !== undefined && { status: lastStatus }),
        ...(lastFailure !== undefined && { failure: lastFailure }),
      },
    }),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(isTest && { test: true }),
  };
}
