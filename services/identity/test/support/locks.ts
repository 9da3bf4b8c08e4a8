import type { Pool } from 'pg';

/** How many sessions of the database wait for a lock. */
export async function waitingForLocks(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount!;
}

/** Follows a request that may have to wait for a lock. @returns whether it does, or is over. */
export function waitsOrEnds(pool: Pool, request: Promise<unknown>): () => Promise<boolean> {
  let isOver = false;
  const end = () => (isOver = true);
  request.then(end, end);
  return async () => isOver || (await waitingForLocks(pool)) > 0;
}
