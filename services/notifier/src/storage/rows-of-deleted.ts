import type { Pool } from 'pg';

/** Rows per statement. */
const BATCH = 1_000;
/** Saved searches at once; the others follow in the next round. */
const MAXIMUM_SEARCHES = 100;

/** What deleted saved searches leave behind, and a value before the first of its keys. */
const LEFT_BEHIND = [
  { table: 'match', key: 'signal_id', first: '-1' },
  { table: 'delivery', key: 'delivery_id', first: '00000000-0000-0000-0000-000000000000' },
];

/**
 * Removes matches and deliveries of deleted saved searches. Several processes may do so concurrently: each leaves rows to
 * the one that has locked them. If the process dies midway, the saved search is still marked, and the next round removes
 * the rest.
 *
 * @param isStopped checked between batches.
 */
export async function removeRowsOfDeleted(pool: Pool, isStopped: () => boolean): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT saved_search_id AS id FROM notifier.saved_search_to_clear LIMIT ${MAXIMUM_SEARCHES}`,
  );
  for (const { id } of rows) {
    for (const leftBehind of LEFT_BEHIND) await removeOf(pool, id, leftBehind, isStopped);
    await pool.query(
      `DELETE FROM notifier.saved_search_to_clear WHERE saved_search_id = $1
         AND NOT EXISTS (SELECT FROM notifier.match WHERE saved_search_id = $1)
         AND NOT EXISTS (SELECT FROM notifier.delivery WHERE saved_search_id = $1)`,
      [id],
    );
  }
}

/** Each batch begins where the previous one ended, so that it does not read removed rows again. */
async function removeOf(
  pool: Pool,
  id: string,
  { table, key, first }: (typeof LEFT_BEHIND)[number],
  isStopped: () => boolean,
): Promise<void> {
  let after: string | undefined = first;
  while (after !== undefined && !isStopped()) {
    const { rows }: { rows: { last: string }[] } = await pool.query(
      `WITH gone AS (
         DELETE FROM notifier.${table} WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM notifier.${table} WHERE saved_search_id = $1 AND ${key} > $2
           ORDER BY ${key} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING ${key} AS key)
       SELECT key::text AS last FROM gone ORDER BY key DESC LIMIT 1`,
      [id, after],
    );
    after = rows[0]?.last;
  }
}
