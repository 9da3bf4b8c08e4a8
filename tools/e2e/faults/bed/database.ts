import { readFile } from 'node:fs/promises';
import { waitFor } from '@heliograph/testing';
import { createClient } from '@heliograph/postgres';
import type { Client } from 'pg';

/** Longer than connections stay frozen, because a frozen one may hold what a new one needs. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Allows for crash recovery. */
const RETURN_MS = 90_000;
/** Each poll costs the server a process. */
const POLL_MS = 100;

/** The system's PostgreSQL, as its administrator. */
export class Database {
  /** @param systemFile where the launcher says how to connect. */
  constructor(private readonly systemFile: string) {}

  async url(): Promise<string> {
    const { databaseUrl } = JSON.parse(await readFile(this.systemFile, 'utf8')) as { databaseUrl: string };
    return databaseUrl;
  }

  /** Runs the work on a new connection. */
  async use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const connectionString = await this.url();
    const client = createClient({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // `work` sees that the connection broke.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Waits until it accepts connections. */
  async isBack(): Promise<void> {
    const ask = () => this.use((client) => client.query('SELECT').then(() => true));
    await waitFor(ask, { timeoutMs: RETURN_MS, pollMs: POLL_MS, description: 'connections to PostgreSQL' });
  }
}
