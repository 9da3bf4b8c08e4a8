import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';
import { SUMMARY_COLUMNS, type DeliverySummaryRow } from './delivery-rows';
import { wake } from './match-store';

const NEW_ROUND = `state = 'pending', round_attempts = 0, round_began_at = NULL, next_attempt_at = now()`;
const MAY_REPLAY = `state <> 'unpaid' AND NOT is_test AND signal_ids <> '{}'`;

interface Of {
  savedSearchId: string;
  accountId: string;
}

/** Deliveries per transaction: while it holds its saved search, matches with this and many others wait. */
const AT_ONCE = 1_000;
const MINIMUM_ID = '00000000-0000-0000-0000-000000000000';
const MAXIMUM_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Sends a delivery again, finished or not; undefined if there is no such delivery. */
export function replayOne(pool: Pool, of: Of, id: string): Promise<DeliverySummaryRow | undefined> {
  return queued(pool, of, async (client) => {
    const { rows } = await client.query<DeliverySummaryRow>(
      `UPDATE notifier.delivery SET ${NEW_ROUND} WHERE saved_search_id = $1 AND delivery_id = $2 AND ${MAY_REPLAY}
       RETURNING ${SUMMARY_COLUMNS}`,
      [of.savedSearchId, id],
    );
    if (rows[0]) await retryPending(client, of.savedSearchId);
    return rows[0];
  });
}

/**
 * Sends all deliveries since a time again; they may be more than memory holds. If the process dies midway, the first
 * ones are sent again, and a repetition sends all.
 *
 * @returns how many; undefined if there is no such saved search.
 */
export async function replayAllSince(pool: Pool, of: Of, since: Date): Promise<number | undefined> {
  let total = 0;
  let after: string | undefined = MINIMUM_ID;
  while (after !== undefined) {
    const part: ReplayedPart | undefined = await replayPart(pool, of, since, after);
    if (!part) return undefined;
    total += part.deliveries;
    after = part.last;
  }
  return total;
}

interface ReplayedPart {
  deliveries: number;
  /** Undefined if it was the last part. */
  last: string | undefined;
}

function replayPart(pool: Pool, of: Of, since: Date, after: string): Promise<ReplayedPart | undefined> {
  const which = `saved_search_id = $1 AND created_at >= $2 AND delivery_id > $3 AND ${MAY_REPLAY}`;
  return queued(pool, of, async (client) => {
    const values = [of.savedSearchId, since, after];
    const { rows } = await client.query<{ delivery_id: string }>(
      `SELECT delivery_id FROM notifier.delivery WHERE ${which} ORDER BY delivery_id OFFSET ${AT_ONCE - 1} LIMIT 1`,
      values,
    );
    const last = rows[0]?.delivery_id;
    const { rowCount } = await client.query(
      `UPDATE notifier.delivery SET ${NEW_ROUND} WHERE ${which} AND delivery_id <= $4`,
      [...values, last ?? MAXIMUM_ID],
    );
    if (rowCount && after === MINIMUM_ID) await retryPending(client, of.savedSearchId);
    return { deliveries: rowCount ?? 0, last };
  });
}

/** Has the saved search checked now. @returns undefined if there is no such saved search. */
function queued<Result>(
  pool: Pool,
  { savedSearchId, accountId }: Of,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
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
    return work(client);
  });
}

/** Makes the saved search's retries due now, because its webhook changed. */
export async function retryNow(client: PoolClient, savedSearchId: string): Promise<void> {
  await wake(client, [savedSearchId]);
  await retryPending(client, savedSearchId);
}

/**
 * Deliveries that hold others up. A replay may have left thousands that are due already; of those, only the oldest open
 * one changes: it may be under way, and then stays due if that fails.
 */
async function retryPending(client: PoolClient, savedSearchId: string): Promise<void> {
  await client.query(
    `UPDATE notifier.delivery SET ${NEW_ROUND} WHERE saved_search_id = $1 AND state = 'pending' AND (
       round_attempts > 0 OR round_began_at IS NOT NULL OR next_attempt_at > now()
       OR position = (
         SELECT min(position) FROM notifier.delivery WHERE saved_search_id = $1 AND state IN ('unpaid', 'pending')))`,
    [savedSearchId],
  );
}
