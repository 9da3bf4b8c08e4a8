import type { Pool } from 'pg';

/** How many sessions of the database wait for a lock. */
export async function waitingForLocks(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount!;
}

/**
 * Whether a request waits for a lock or is over.
 *
 * @param others how many other sessions wait for locks.
 */
export function waitsOrEnds(pool: Pool, request: Promise<unknown>, others = 0): () => Promise<boolean> {
  let isOver = false;
  const end = () => (isOver = true);
  request.then(end, end);
  return async () => isOver || (await waitingForLocks(pool)) > others;
}
