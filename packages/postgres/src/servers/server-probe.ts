import type { Client } from 'pg';
import { RememberingClient } from './remembering-client';
import type { DatabaseServer } from './database-url';
import type { ServerState } from './server-state';

const INTERVAL_MS = 1_000;
const RETRY_MS = 250;
/** For a connection, and for each response. */
const TIMEOUT_MS = 2_000;

/** The timeline is the first part of a WAL file's name; it cannot be queried in recovery. */
const QUESTION = `SELECT CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END AS timeline`;

/** Polls one server's state, on a separate connection, which keeps no process alive. */
export class ServerProbe {
  state: ServerState;
  private isOpen = true;
  private client: Client | undefined;
  private wake: (() => void) | undefined;

  /** @param onChange called after each response and each failure. */
  constructor(
    private readonly connectionString: string,
    readonly server: DatabaseServer,
    private readonly onChange: () => void,
  ) {
    this.state = { server, role: undefined, timeline: 0, failure: undefined };
    void this.run();
  }

  close(): void {
    this.isOpen = false;
    streamOf(this.client)?.destroy();
    this.wake?.();
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      try {
        await this.askRegularly();
      } catch (error) {
        this.tell({ role: undefined, timeline: this.state.timeline, failure: error as Error });
      }
      streamOf(this.client)?.destroy();
      await this.pause(RETRY_MS);
    }
  }

  private async askRegularly(): Promise<void> {
    const client = new RememberingClient({
      connectionString: this.connectionString,
      application_name: 'heliograph server probe',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    // Reported by the current query, or by the next.
    client.on('error', () => undefined);
    Object.assign(client, this.server);
    await client.connect();
    streamOf(client)?.unref();
    while (this.isOpen) {
      const { rows } = await client.query<{ timeline: number }>(QUESTION);
      const { timeline } = rows[0]!;
      this.tell({ role: timeline === 0 ? 'standby' : 'primary', timeline, failure: undefined });
      await this.pause(INTERVAL_MS);
    }
  }

  private tell(state: Omit<ServerState, 'server'>): void {
    if (!this.isOpen) return;
    this.state = { server: this.server, ...state };
    this.onChange();
  }

  private async pause(milliseconds: number): Promise<void> {
    if (!this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, milliseconds).unref();
    });
  }
}

/** The socket, which the driver's public types omit. */
export function streamOf(
  client: Client | undefined,
): { destroy(error?: Error): void; unref(): void } | undefined {
  return (
    client as unknown as
      { connection?: { stream: { destroy(error?: Error): void; unref(): void } } } | undefined
  )?.connection?.stream;
}
