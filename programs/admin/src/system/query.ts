import { createPool } from '@heliograph/postgres';
import type { Pool } from 'pg';
import { silentLogger } from '../terminal/loggers';

/** Runs work with one connection to the database. */
export async function withDatabase<T>(
  connectionString: string,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connectionString, applicationName: 'heliograph-admin', max: 1 }, silentLogger);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
