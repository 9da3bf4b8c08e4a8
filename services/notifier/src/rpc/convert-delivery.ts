import { notifier } from '@heliograph/proto';
import type { DeliverySummaryRow } from '../storage/delivery-rows';

const { DeliveryState: State } = notifier;

const STATES = {
  unpaid: State.WAITING_FOR_RECORDS,
  pending: State.PENDING,
  delivered: State.DELIVERED,
  failed: State.FAILED,
};

export function deliveryToResponse(row: DeliverySummaryRow): notifier.Delivery {
  return {
    id: row.delivery_id,
    createdAt: row.created_at,
    items: row.signal_ids.length,
    attempts: row.attempts,
    state: STATES[row.state],
    lastAttemptAt: row.attempts > 0 ? (row.last_attempt_at ?? undefined) : undefined,
    lastStatus: row.last_status ?? undefined,
    lastFailure: row.last_failure ?? undefined,
    nextAttemptAt: row.state === 'pending' ? (row.next_attempt_at ?? undefined) : undefined,
    isTest: row.is_test,
  };
}
