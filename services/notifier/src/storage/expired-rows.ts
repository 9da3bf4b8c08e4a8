import type { Pool } from 'pg';

/** Longer than any process that follows by version is behind without being started anew. */
const DELETED_DAYS = 7;

/** Removes what is over: notes of deleted saved searches, and secrets that no longer sign. @returns how many rows. */
export async function removeExpiredRows(pool: Pool): Promise<number> {
  const deleted = await pool.query(
    'DELETE FROM notifier.deleted_saved_search WHERE deleted_at < now() - make_interval(days => $1)',
    [DELETED_DAYS],
  );
  const secrets = await pool.query(
    `UPDATE notifier.saved_search SET previous_secret = NULL, previous_secret_until = NULL
     WHERE previous_secret_until <= now()`,
  );
  return (deleted.rowCount ?? 0) + (secrets.rowCount ?? 0);
}
