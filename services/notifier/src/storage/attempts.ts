import type { PoolClient } from 'pg';
import { SUMMARY_COLUMNS, type DeliveryState, type DeliverySummaryRow } from './delivery-rows';
import { endFailure } from './failure-mails';

/** The outcome of an attempt, as stored. */
export interface Attempt {
  at: Date;
  status: number | undefined;
  failure: string | undefined;
  /** Undefined: delivered or given up. */
  nextInMs: number | undefined;
  /** Whether the receiver asked for nothing more: then replays that wait are not sent either. */
  isGone?: boolean;
  /** The delivery's `read_at`. */
  readAt: string | undefined;
}

/**
 * A retry made due since the delivery was read stays due unless the attempt succeeded.
 *
 * @param isOrdered whether giving up ends the saved search's deliveries.
 */
export async function storeAttempt(
  client: PoolClient,
  savedSearchId: string,
  id: string,
  { at, status, failure, nextInMs, isGone = false, readAt }: Attempt,
  isOrdered = true,
): Promise<DeliverySummaryRow | undefined> {
  const outcome: DeliveryState =
    failure === undefined ? 'delivered' : nextInMs === undefined ? 'failed' : 'pending';
  const { rows } = await client.query<DeliverySummaryRow>(
    `UPDATE notifier.delivery SET
       state = CASE WHEN $2 = 'failed' AND next_attempt_at > $7 THEN 'pending' ELSE $2 END,
       next_attempt_at = CASE WHEN $2 <> 'delivered' AND next_attempt_at > $7 THEN next_attempt_at
         ELSE now() + make_interval(secs => $6) END,
       attempts = attempts + 1, round_attempts = round_attempts + 1, round_began_at = coalesce(round_began_at, $3),
       last_attempt_at = $3, last_status = $4, last_failure = $5
     WHERE delivery_id = $1 RETURNING ${SUMMARY_COLUMNS}`,
    [
      ...[id, outcome, at, status ?? null, failure ?? null],
      ...[nextInMs === undefined ? null : nextInMs / 1_000, readAt ?? null],
    ],
  );
  const state = rows[0]?.state;
  if (state === 'delivered') {
    await client.query(
      `UPDATE notifier.saved_search SET state = 'active', failed_at = NULL, failed_status = NULL, failed_reason = NULL
       WHERE saved_search_id = $1 AND state = 'failing'`,
      [savedSearchId],
    );
    await endFailure(client, savedSearchId);
  } else if (state === 'failed' && isOrdered) {
    await client.query(
      `UPDATE notifier.saved_search SET state = 'failing', failed_at = $2, failed_status = $3, failed_reason = $4
       WHERE saved_search_id = $1`,
      [savedSearchId, at, status ?? null, failure],
    );
    if (isGone) await cancelReplays(client, savedSearchId, readAt);
  }
  return rows[0];
}

/** Returns deliveries to where they were before their replay, except those replayed since. */
async function cancelReplays(
  client: PoolClient,
  savedSearchId: string,
  readAt: string | undefined,
): Promise<void> {
  await client.query(
    `UPDATE notifier.delivery
     SET state = CASE WHEN attempts > 0 AND last_failure IS NULL THEN 'delivered' ELSE 'failed' END
     WHERE saved_search_id = $1 AND state = 'pending' AND (next_attempt_at > $2) IS NOT TRUE`,
    [savedSearchId, readAt ?? null],
  );
}
