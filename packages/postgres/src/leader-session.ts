import type { Logger } from '@heliograph/runtime';
import type { Client, ClientBase } from 'pg';
import { SILENCE_MS } from './pool';
import { createClient } from './servers/database-client';

interface LeaderSessionOptions {
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** The lock's name: one of a database's sessions with this name leads. */
  lock: string;
  statementTimeoutMs: number;
  logger: Logger;
}

const CONNECTION_TIMEOUT_MS = 5_000;

// If the client's machine vanishes, the server keeps the lock until it notices: within 20 seconds. The scans that these
// settings rule out would read a whole table for a thousand of its rows.
const SETTINGS = `
  SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`;

/**
 * A separate connection for work that only one process does. Only the lock's holder works through it, so a leader whose
 * session died can do nothing more, even before it finds out. There must be no pooler in between that hands out
 * connections per transaction.
 */
export class LeaderSession {
  private constructor(
    private readonly connection: Client,
    private readonly lock: string,
  ) {}

  /** @throws the driver's error if the database is unavailable. */
  static async open(options: LeaderSessionOptions): Promise<LeaderSession> {
    const { applicationName, logger } = options;
    const client = createClient({
      connectionString: options.connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: options.statementTimeoutMs,
      // By this process's clock: a server that fell silent cancels nothing.
      query_timeout: options.statementTimeoutMs + SILENCE_MS,
      keepAlive: true,
    });
    // The next statement reports it; without a listener it would end the process.
    client.on('error', (error) =>
      logger.debug({ err: error, applicationName }, "a leader's connection broke"),
    );
    try {
      await client.connect();
      await client.query(SETTINGS);
      return new LeaderSession(client, options.lock);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** For work that only the leader may do. */
  get client(): ClientBase {
    return this.connection;
  }

  /**
   * Takes the lock for the lifetime of this session. Does not wait: waiting for an advisory lock holds a snapshot,
   * which keeps VACUUM from removing any newer dead rows of the database.
   */
  async tryToLead(): Promise<boolean> {
    const { rows } = await this.connection.query<{ leads: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS leads',
      [this.lock],
    );
    return rows[0]!.leads;
  }

  /** Closes the connection, which releases the lock. Never rejects. */
  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined);
  }
}
