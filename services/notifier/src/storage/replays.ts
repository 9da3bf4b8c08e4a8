import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { SUMMARY_COLUMNS, type DeliverySummaryRow } from './delivery-rows';
import { wake } from './match-store';

const NEW_ROUND = `state = 'pending', round_attempts = 0, round_began_at = NULL, next_attempt_at = now()`;
const MAY_REPLAY = `state <> 'unpaid' AND NOT is_test AND signal_ids <> '{}'`;

interface Of {
  savedSearchId: string;
  accountId: string;
}

/** Sends a delivery again, finished or not; undefined if there is no such delivery. */
export async function replayOne(pool: Pool, of: Of, id: string): Promise<DeliverySummaryRow | undefined> {
  const replayed = await replay(
    pool,
    of,
    `delivery_id = $2 AND ${MAY_REPLAY} RETURNING ${SUMMARY_COLUMNS}`,
    id,
  );
  return replayed?.rows[0];
}

/**
 * Sends all deliveries since a time again; they may be more than memory holds.
 *
 * @returns how many; undefined if there is no such saved search.
 */
export async function replayAllSince(pool: Pool, of: Of, since: Date): Promise<number | undefined> {
  const replayed = await replay(pool, of, `created_at >= $2 AND ${MAY_REPLAY}`, since);
  return replayed && (replayed.rowCount ?? 0);
}

/**
 * Earlier deliveries become due too, since they hold these up.
 *
 * @returns undefined if there is no such saved search.
 */
function replay(
  pool: Pool,
  { savedSearchId, accountId }: Of,
  which: string,
  value: string | Date,
): Promise<QueryResult<DeliverySummaryRow> | undefined> {
  return inTransaction(pool, async (client) => {
    // Lock the saved search first, as workers and deletions do, so they never deadlock.
    const { rowCount } = await client.query(
      'SELECT FROM notifier.saved_search WHERE saved_search_id = $1 FOR NO KEY UPDATE',
      [savedSearchId],
    );
    if (!rowCount) return undefined;
    await client.query(
      `INSERT INTO notifier.webhook_queue (saved_search_id, account_id) VALUES ($1, $2)
       ON CONFLICT (saved_search_id) DO UPDATE SET next_at = now(), is_changed = true, on_hold = NULL`,
      [savedSearchId, accountId],
    );
    const replayed = await client.query<DeliverySummaryRow>(
      `UPDATE notifier.delivery SET ${NEW_ROUND} WHERE saved_search_id = $1 AND ${which}`,
      [savedSearchId, value],
    );
    if (replayed.rowCount) await retryPending(client, savedSearchId);
    return replayed;
  });
}

/** Makes the saved search's retries due now, because its webhook changed. */
export async function retryNow(client: PoolClient, savedSearchId: string): Promise<void> {
  await wake(client, [savedSearchId]);
  await retryPending(client, savedSearchId);
}

async function retryPending(client: PoolClient, savedSearchId: string): Promise<void> {
  await client.query(
    `UPDATE notifier.delivery SET ${NEW_ROUND} WHERE saved_search_id = $1 AND state = 'pending'`,
    [savedSearchId],
  );
}
