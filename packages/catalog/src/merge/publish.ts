import type { Pool } from 'pg';
import { inWriteTransaction } from './transaction';

/** Signals marked per transaction, to keep locks short. */
const PUBLISHED_AT_ONCE = 5000;

/** Whether there are signals that {@link publishScheduledSignals} would mark. Cheap enough to check every second. */
export async function hasScheduledSignals(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    'SELECT EXISTS (SELECT FROM catalog.signal WHERE pending AND published_at <= now()) AS has',
  );
  return rows[0]!.has;
}

/**
 * Marks the signals whose time has come as published and gives them the next version, which notifies the catalog's
 * followers. Searches find them on time even without it, so it may run late, be killed, or not run at all.
 *
 * @returns how many signals were marked.
 */
export async function publishScheduledSignals(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    let total = 0;
    for (;;) {
      const { count } = await inWriteTransaction(client, async (state) => {
        const { rowCount } = await client.query(
          `WITH published AS (
             UPDATE catalog.signal SET pending = false
             WHERE id IN (SELECT id FROM catalog.signal WHERE pending AND published_at <= now() ORDER BY published_at LIMIT ${PUBLISHED_AT_ONCE})
             RETURNING id
           )
           UPDATE catalog.signal_document SET version = $1 WHERE id IN (SELECT id FROM published)`,
          [state.version],
        );
        const count = rowCount ?? 0;
        return { count, changed: count > 0 };
      });
      total += count;
      if (count < PUBLISHED_AT_ONCE) return total;
    }
  } finally {
    client.release();
  }
}
