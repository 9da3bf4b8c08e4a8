import type { Pool } from 'pg';
import { CHANGES_KEPT_DAYS } from './kept-days';

/** Removed per transaction; keeps it short. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Removes changes that no place reaches back to any more, with the documents of withdrawn signals. May be killed, and
 * run concurrently.
 * @returns how many were removed
 */
export async function tidyChanges(pool: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    // The oldest come first, so nothing else is read.
    const { rowCount } = await pool.query(
      `DELETE FROM catalog.change WHERE (version, id) IN (
         SELECT version, id FROM (SELECT version, id, at FROM catalog.change ORDER BY version, id LIMIT ${REMOVED_AT_ONCE}) AS oldest
         WHERE at < now() - interval '${CHANGES_KEPT_DAYS} days')`,
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) break;
  }
  await tidyHistory(pool);
  return total;
}

/** Removes the tokens of versions that were followed by another one as long ago. */
async function tidyHistory(pool: Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM catalog.history WHERE version < (
         SELECT max(version) FROM (SELECT version, at FROM catalog.history ORDER BY version LIMIT ${REMOVED_AT_ONCE}) AS oldest
         WHERE at < now() - interval '${CHANGES_KEPT_DAYS} days')`,
    );
    // All but the newest of those that were looked at.
    if ((rowCount ?? 0) < REMOVED_AT_ONCE - 1) return;
  }
}
