import { startTestDatabase } from '@heliograph/testing';
import { Pool } from 'pg';

/** A database with an empty corpus for one test. */
export interface TestCatalog {
  /** For the writing role. */
  connectionString: string;
  /** For the role searches read with. */
  readerConnectionString: string;
  adminConnectionString: string;
  pool: Pool;
  stop(): Promise<void>;
}

export async function startTestCatalog(): Promise<TestCatalog> {
  const database = await startTestDatabase();
  const connectionString = database.connectionString('catalog');
  const pool = new Pool({ connectionString, max: 4 });
  return {
    connectionString,
    readerConnectionString: database.connectionString('reader'),
    adminConnectionString: database.adminConnectionString,
    pool,
    stop: async () => {
      await pool.end();
      await database.stop();
    },
  };
}
