import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { SUMMARY_COLUMNS, type DeliverySummaryRow } from './delivery-store';
import { wake } from './match-store';

const NEW_ROUND = `state = 'pending', round_attempts = 0, round_began_at = NULL, next_attempt_at = now()`;
const MAY_REPLAY = `state <> 'unpaid' AND NOT is_test AND signal_ids <> '{}'`;

interface Of {
  savedSearchId: string;
  accountId: string;
}

/** Sends a delivery again, finished or not; undefined if there is no such delivery. */
export async function replayOne(pool: Pool, of: Of, id: string): Promise<DeliverySummaryRow | undefined> {
  const { rows } = await replay(
    pool,
    of,
    `delivery_id = $2 AND ${MAY_REPLAY} RETURNING ${SUMMARY_COLUMNS}`,
    id,
  );
  return rows[0];
}

/** Sends all deliveries since a moment again; they may be more than memory holds. @returns how many. */
export async function replayAllSince(pool: Pool, of: Of, since: Date): Promise<number> {
  const { rowCount } = await replay(pool, of, `created_at >= $2 AND ${MAY_REPLAY}`, since);
  return rowCount ?? 0;
}

/** Earlier deliveries become due too, since they hold these up. */
function replay(
  pool: Pool,
  { savedSearchId, accountId }: Of,
  which: string,
  value: string | Date,
): Promise<QueryResult<DeliverySummaryRow>> {
  return inTransaction(pool, async (client) => {
    // Lock the queue first, as workers do.
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
