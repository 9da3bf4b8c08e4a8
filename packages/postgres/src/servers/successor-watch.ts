import type { Client } from 'pg';
import { describeServers, type DatabaseUrl } from './database-url';
import { RememberingClient } from './remembering-client';
import { streamOf, TIMELINE } from './server-probe';

/** Each look is a new connection, which costs the server a few milliseconds. */
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 2_000;

/**
 * Watches one address, which a proxy, DNS, or a moving IP address may lead to another server after a failover.
 * Connections then stay with the former primary, if it lives on: it answers reads as of the failover. So a new
 * connection looks regularly whether the address leads to a server that was promoted since, and if so, those opened
 * before are closed. Standbys are no promotion: an address may lead to several.
 */
export class SuccessorWatch {
  private readonly clients = new Set<Client>();
  private timer: NodeJS.Timeout | undefined;
  /** The highest one seen; each promotion starts a new one. */
  private timeline = 0;

  constructor(private readonly url: DatabaseUrl) {}

  /** Connects a client and watches it until it ends. */
  async connect(client: Client, open: () => Promise<unknown>): Promise<void> {
    // Before it is open: a look that starts meanwhile may find the successor.
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    this.start();
    try {
      await open();
    } catch (error) {
      this.clients.delete(client);
      throw error;
    }
  }

  private start(): void {
    this.timer ??= setTimeout(() => {
      const before = [...this.clients];
      void this.look()
        .then((timeline) => this.compare(timeline, before))
        // No answer, no successor.
        .catch(() => undefined)
        .finally(() => {
          this.timer = undefined;
          if (this.clients.size > 0) this.start();
        });
    }, INTERVAL_MS).unref();
  }

  private compare(timeline: number, before: readonly Client[]): void {
    const isPromoted = this.timeline > 0 && timeline > this.timeline;
    this.timeline = Math.max(this.timeline, timeline);
    if (!isPromoted) return;
    const error = new Error(`${describeServers(this.url.servers)} leads to another server since a failover`);
    for (const client of before) streamOf(client)?.destroy(error);
  }

  /** @returns the timeline of the server that the address leads to now; 0 for a standby. */
  private async look(): Promise<number> {
    const client = new RememberingClient({
      connectionString: this.url.first.toString(),
      application_name: 'heliograph server probe',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    // The query reports it.
    client.on('error', () => undefined);
    try {
      const connecting = client.connect();
      streamOf(client)?.unref();
      await connecting;
      const { rows } = await client.query<{ timeline: number }>(`SELECT ${TIMELINE} AS timeline`);
      return rows[0]!.timeline;
    } finally {
      // Not waited for: a server that hangs never closes it.
      client.end().catch(() => undefined);
    }
  }
}
