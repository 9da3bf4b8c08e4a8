import type { Pool, PoolClient } from 'pg';
import { isReadOnly } from './on-database';

/** Runs work in one transaction: commits when it resolves, rolls back when it rejects. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A server that is a standby now may have a successor at the same address: the next connection finds out.
    broken = isReadOnly(error);
    // Closes a connection that cannot roll back instead of returning it to the pool; closing rolls back.
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
