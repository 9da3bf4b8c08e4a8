import type { Pool } from 'pg';

/** Longer than any running process that follows by version can be behind. */
const DELETED_DAYS = 7;

/** For matches and deliveries. */
const KEPT_DAYS = 30;
/** Per statement. */
const BATCH = 1_000;

interface RemovedRows {
  removed: number;
  /** Of these, matches that waited for delivery. */
  lostMatches: number;
}

/**
 * Removes what has expired: records of deleted saved searches, secrets that no longer sign, and matches and deliveries
 * from 30 days ago.
 */
export async function removeExpiredRows(pool: Pool): Promise<RemovedRows> {
  const deleted = await pool.query(
    'DELETE FROM notifier.deleted_saved_search WHERE deleted_at < now() - make_interval(days => $1)',
    [DELETED_DAYS],
  );
  const secrets = await pool.query(
    `UPDATE notifier.saved_search SET previous_secret = NULL, previous_secret_until = NULL
     WHERE previous_secret_until <= now()`,
  );
  const deliveries = await pool.query(
    `DELETE FROM notifier.delivery WHERE delivery_id IN (
       SELECT delivery_id FROM notifier.delivery WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    [KEPT_DAYS, BATCH],
  );
  const { rows } = await pool.query<{ waits: boolean }>(
    `DELETE FROM notifier.match WHERE (saved_search_id, signal_id) IN (
       SELECT saved_search_id, signal_id FROM notifier.match WHERE matched_at < now() - make_interval(days => $1) LIMIT $2)
     RETURNING waits`,
    [KEPT_DAYS, BATCH],
  );
  return {
    removed: (deleted.rowCount ?? 0) + (secrets.rowCount ?? 0) + (deliveries.rowCount ?? 0) + rows.length,
    lostMatches: rows.filter(({ waits }) => waits).length,
  };
}
