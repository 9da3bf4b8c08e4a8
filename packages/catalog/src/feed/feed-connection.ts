import { createClient } from '@heliograph/postgres';
import type { Client } from 'pg';

const CONNECTION_TIMEOUT_MS = 5_000;

interface FeedConnectionOptions {
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** The server cancels a statement that takes longer. */
  statementTimeoutMs: number;
}

/**
 * Opens a separate connection. If it is lost, the next statement fails.
 *
 * @throws the driver's error if the database is unavailable.
 */
export async function connectFeed(options: FeedConnectionOptions): Promise<Client> {
  const client = createClient({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    keepAlive: true,
  });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Closes a connection whose server may no longer respond. Never rejects. */
export async function disconnect(client: Client): Promise<void> {
  // A graceful end would wait for the server, which rolls back open transactions anyway.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await client.end().catch(() => undefined);
}
