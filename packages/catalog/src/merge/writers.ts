import type { ClientBase } from 'pg';

/** SQL: the key of the advisory lock that every writer shares. */
export const writersLock = `hashtextextended('heliograph catalog writers', 0)`;

/**
 * Tells other programs, for as long as the connection lasts, that a writer is at work: it builds what it left out when it finishes, and
 * when it is killed the database takes the lock back.
 */
export async function announceWriter(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${writersLock})`);
}

/** Whether a writer is at work in this database. Any role may ask. */
export async function isWriterAtWork(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    // A key of 64 bits is shown in two halves, with objsubid 1 (pg_locks).
    `SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND datname = current_database()
         AND (classid::bigint << 32 | objid::bigint) = ${writersLock}) AS found`,
  );
  return rows[0]!.found;
}
