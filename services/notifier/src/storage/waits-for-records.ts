import type { Pool } from 'pg';

/** Locks in the same order as matches do, so that processes never deadlock. */
const WAITING = `SELECT saved_search_id
  FROM notifier.webhook_queue AS held JOIN notifier.saved_search AS saved USING (saved_search_id)
  WHERE saved.account_id = $1 AND on_hold = 'records' ORDER BY saved_search_id FOR UPDATE OF held`;

/**
 * One of the account's saved searches was refused, to be retried in `inMs`: delays the others to random times in the
 * second half of that period. The first of them to be refused delays the rest again.
 */
export async function postponeOthers(pool: Pool, accountId: string, inMs: number): Promise<void> {
  await pool.query(
    `UPDATE notifier.webhook_queue AS queue SET next_at = now() + make_interval(secs => $2) * (0.5 + random() / 2)
     FROM (${WAITING}) AS waiting
     WHERE queue.saved_search_id = waiting.saved_search_id AND next_at < now() + make_interval(secs => $2) / 2`,
    [accountId, inMs / 1_000],
  );
}

/** The account has records: all its saved searches waiting for some resume, even those being refused right now. */
export async function wakeWaiting(pool: Pool, accountId: string): Promise<void> {
  await pool.query(
    `UPDATE notifier.webhook_queue AS queue SET next_at = now(), is_changed = true, on_hold = NULL
     FROM (${WAITING}) AS waiting WHERE queue.saved_search_id = waiting.saved_search_id`,
    [accountId],
  );
}
