import type { Pool } from 'pg';
import { CHANGES_RETENTION_DAYS } from './change-retention';

/** Rows removed per transaction, to keep it short. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Removes changes that no position can reach any more, and the documents of withdrawn signals with them. May be killed
 * at any time and run concurrently.
 *
 * @param between called between two batches: of a large import there are thousands.
 * @returns how many changes were removed.
 */
export async function pruneChanges(
  pool: Pool,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let total = 0;
  // Each batch begins behind the one before: until the longest transaction (a dump) ends, removed rows are still read.
  let after = { version: '0', id: '0' };
  for (;;) {
    // Times never go back, so the expired ones come first.
    const { rows } = await pool.query<{ version: string; id: string; expired: string }>(
      `SELECT version, id, count(*) OVER () AS expired FROM (
         SELECT version, id, at FROM catalog.change WHERE (version, id) > ($1, $2::numeric)
         ORDER BY version, id LIMIT ${REMOVED_AT_ONCE}) AS oldest
       WHERE at < now() - interval '${CHANGES_RETENTION_DAYS} days' ORDER BY version DESC, id DESC LIMIT 1`,
      [after.version, after.id],
    );
    const [last] = rows;
    if (!last) break;
    const { rowCount } = await pool.query(
      `DELETE FROM catalog.change WHERE (version, id) > ($1, $2::numeric) AND (version, id) <= ($3, $4::numeric)`,
      [after.version, after.id, last.version, last.id],
    );
    total += rowCount ?? 0;
    if (Number(last.expired) < REMOVED_AT_ONCE) break;
    after = last;
    await between();
  }
  await pruneHistory(pool);
  return total;
}

/** Removes the tokens of versions superseded that long ago. */
async function pruneHistory(pool: Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM catalog.history WHERE version < (
         SELECT max(version) FROM (SELECT version, at FROM catalog.history ORDER BY version LIMIT ${REMOVED_AT_ONCE}) AS oldest
         WHERE at < now() - interval '${CHANGES_RETENTION_DAYS} days')`,
    );
    // A full batch removes all rows it read except the newest.
    if ((rowCount ?? 0) < REMOVED_AT_ONCE - 1) return;
  }
}
