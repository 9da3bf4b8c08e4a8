import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import { storeAttempt, type Attempt } from './attempts';
import type { DeliverySummaryRow } from './delivery-rows';
import { wake } from './match-store';

/**
 * Stores a test event that was sent, which needs no lease; after a success, whatever waits is due.
 *
 * @returns undefined if there is no such saved search.
 */
export function storeTest(
  pool: Pool,
  savedSearchId: string,
  { id, body, attempt }: { id: string; body: string; attempt: Attempt },
): Promise<DeliverySummaryRow | undefined> {
  return inTransaction(pool, async (client) => {
    // Locks the saved search first, as workers do, so they never deadlock.
    await client.query(
      `INSERT INTO notifier.delivery (delivery_id, saved_search_id, is_test, signal_ids, body, state, created_at)
       SELECT $1, saved_search_id, true, '{}', $3, 'pending', $4 FROM notifier.saved_search
       WHERE saved_search_id = $2 FOR NO KEY UPDATE`,
      [id, savedSearchId, body, attempt.at],
    );
    const row = await storeAttempt(client, savedSearchId, id, attempt, false);
    if (row?.state === 'delivered') await wake(client, [savedSearchId]);
    return row;
  });
}
