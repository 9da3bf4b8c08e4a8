import type { ClientBase, Pool } from 'pg';

/** Reads from one snapshot, on one connection. The database cancels each statement after `timeoutMs`. */
export async function inSnapshot<Result>(
  pool: Pool,
  timeoutMs: number,
  read: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SELECT set_config('statement_timeout', $1, true)`, [String(Math.max(1, timeoutMs))]);
    const result = await read(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A connection with a failed transaction is not worth repairing.
    client.release(failure !== undefined);
  }
}
