import type { Pool } from 'pg';
import { CHANGES_RETENTION_DAYS } from './change-retention';

/** Rows removed per transaction, to keep it short. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Removes changes that no position can reach any more, and the documents of withdrawn signals with them. May be killed
 * at any time and run concurrently.
 *
 * @returns how many changes were removed.
 */
export async function pruneChanges(pool: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    // The oldest come first, so only they are read.
    const { rowCount } = await pool.query(
      `DELETE FROM catalog.change WHERE (version, id) IN (
         SELECT version, id FROM (SELECT version, id, at FROM catalog.change ORDER BY version, id LIMIT ${REMOVED_AT_ONCE}) AS oldest
         WHERE at < now() - interval '${CHANGES_RETENTION_DAYS} days')`,
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) break;
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
