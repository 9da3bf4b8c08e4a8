import { inBatches, inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import { RETENTION_DAYS } from '../domain/retention';
import { wake } from './match-store';

/** Longer than any running process that follows by version can lag. */
const DELETED_DAYS = 7;

/** For occasions about a month. Those about free records stay: used records stay used. */
const OCCASION_DAYS = 62;
/** Rows per statement. */
const BATCH = 1_000;
/** Batches per table and sweep; the rest follows in the next sweep. */
const MAXIMUM_BATCHES = 100;

interface RemovedRows {
  removed: number;
  /** Matches that were waiting for delivery, or whose delivery was waiting for records. */
  lostMatches: number;
}

/**
 * Removes what has expired: records of deleted saved searches, secrets that no longer sign, and matches, finished
 * deliveries, and emails from 30 days ago; unpaid deliveries are given up. Several processes may do so concurrently:
 * each leaves rows to the one that has locked them.
 *
 * @param isStopped checked between batches.
 */
export async function removeExpiredRows(
  pool: Pool,
  isStopped: () => boolean = () => false,
): Promise<RemovedRows> {
  const batches = { size: BATCH, maximumBatches: MAXIMUM_BATCHES, isStopped };
  let lostMatches = 0;
  const deleted = await pool.query(
    'DELETE FROM notifier.deleted_saved_search WHERE deleted_at < now() - make_interval(days => $1)',
    [DELETED_DAYS],
  );
  const secrets = await pool.query(
    `UPDATE notifier.saved_search SET previous_secret = NULL, previous_secret_until = NULL
     WHERE saved_search_id IN (
       SELECT saved_search_id FROM notifier.saved_search
       WHERE previous_secret_until <= now() FOR NO KEY UPDATE SKIP LOCKED)`,
  );
  const occasions = await pool.query(
    `DELETE FROM notifier.alert_occasion WHERE at < now() - make_interval(days => $1) AND occasion NOT LIKE 'free:%'`,
    [OCCASION_DAYS],
  );
  // Charged deliveries stay until they are delivered or given up: their account may be suspended for a long time.
  const deliveries = await inBatches(batches, async () => {
    const { rowCount } = await pool.query(
      `DELETE FROM notifier.delivery WHERE delivery_id IN (
         SELECT delivery_id FROM notifier.delivery
         WHERE created_at < now() - make_interval(days => $1) AND state IN ('delivered', 'failed')
         LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [RETENTION_DAYS, BATCH],
    );
    return rowCount ?? 0;
  });
  await inBatches(batches, async () => {
    const { searches, matches } = await discardUnpaid(pool);
    lostMatches += matches;
    return searches;
  });
  const mails = await inBatches(batches, async () => {
    const { rowCount } = await pool.query(
      `DELETE FROM notifier.mail WHERE mail_id IN (
         SELECT mail_id FROM notifier.mail
         WHERE created_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [RETENTION_DAYS, BATCH],
    );
    return rowCount ?? 0;
  });
  const matches = await inBatches(batches, async () => {
    const { rows } = await pool.query<{ waits: boolean }>(
      `DELETE FROM notifier.match WHERE (saved_search_id, signal_id) IN (
         SELECT saved_search_id, signal_id FROM notifier.match
         WHERE matched_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING waits`,
      [RETENTION_DAYS, BATCH],
    );
    lostMatches += rows.filter(({ waits }) => waits).length;
    return rows.length;
  });
  const whole = [deleted, secrets, occasions].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  return { removed: whole + deliveries + mails + matches, lostMatches };
}

/**
 * Marks old unpaid deliveries for discarding. They cannot just be deleted: one may already have been charged without
 * that being recorded, or its charge may be in progress. Their matches are deleted at once, so that they do not wait
 * again.
 *
 * @returns how many saved searches had one, and the matches in them.
 */
function discardUnpaid(pool: Pool): Promise<{ searches: number; matches: number }> {
  return inTransaction(pool, async (client) => {
    // Lock the saved search too, as workers and deletions do, so they never deadlock.
    const { rows: held } = await client.query<{ id: string }>(
      `SELECT saved_search_id AS id
       FROM notifier.saved_search JOIN notifier.webhook_queue USING (saved_search_id) WHERE saved_search_id IN (
         SELECT saved_search_id FROM notifier.delivery
         WHERE created_at < now() - make_interval(days => $1) AND state = 'unpaid' AND NOT is_unmade)
       LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [RETENTION_DAYS, BATCH],
    );
    if (held.length === 0) return { searches: 0, matches: 0 };
    const ids = held.map(({ id }) => id);
    const { rows } = await client.query<{ matches: number }>(
      `WITH discarded AS (
         UPDATE notifier.delivery SET is_unmade = true
         WHERE saved_search_id = ANY($2::uuid[]) AND created_at < now() - make_interval(days => $1)
           AND state = 'unpaid' AND NOT is_unmade
         RETURNING saved_search_id, signal_ids),
       gone AS (
         DELETE FROM notifier.match USING discarded
         WHERE match.saved_search_id = discarded.saved_search_id AND signal_id = ANY(signal_ids) AND NOT waits)
       SELECT cardinality(signal_ids) AS matches FROM discarded`,
      [RETENTION_DAYS, ids],
    );
    await wake(client, ids);
    return { searches: held.length, matches: rows.reduce((sum, { matches }) => sum + matches, 0) };
  });
}
