import type { Pool } from 'pg';
import { waitFor } from './wait-for';

const WAIT_MS = 30_000;

/** A transaction that holds locks until it is released. */
export interface HeldLocks {
  /** Waits until another session waits for these locks, not for any others. @throws after 30 s. */
  untilAnotherWaits(): Promise<void>;
  /** Runs a statement in the transaction. */
  query(sql: string, values?: unknown[]): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Takes a statement's locks in its own transaction, which occupies one of the pool's connections until it ends. */
export async function holdLocks(pool: Pool, sql: string, values: unknown[] = []): Promise<HeldLocks> {
  const connection = await pool.connect();
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    await connection.query(how);
    connection.release();
  };
  await connection.query('BEGIN');
  await connection.query(sql, values);
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  return {
    untilAnotherWaits: async () => {
      await waitFor(async () => (await pool.query(waiting, [rows[0]!.pid])).rowCount! > 0, {
        timeoutMs: WAIT_MS,
        description: `a session that waits for the locks of ${sql}`,
      });
    },
    query: async (statement, parameters) => void (await connection.query(statement, parameters)),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  };
}
