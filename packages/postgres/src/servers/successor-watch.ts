import type { Client } from 'pg';
import { describeServers, type DatabaseUrl } from './database-url';
import { RememberingClient } from './remembering-client';
import { streamOf, TIMELINE } from './server-probe';

/** Each look is a new connection, which costs the server a few milliseconds. */
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 2_000;

/** What a primary says about itself. */
interface Primary {
  timeline: number;
  /** Of this start of this server; no other server has it. */
  startedAt: string;
}

/**
 * Watches one address, which a proxy, DNS, or a moving IP address may lead to another server after a failover or a
 * restore. Connections then stay with the former primary, if it lives on: it answers reads as of that time, and takes
 * writes that are lost with it. So a new connection looks regularly whether the address leads to another primary, and
 * if so, those opened before are closed. Standbys are no other primary: an address may lead to several.
 */
export class SuccessorWatch {
  private readonly clients = new Set<Client>();
  private timer: NodeJS.Timeout | undefined;
  private primary: Primary | undefined;
  /** Open when the primary was last seen. */
  private seen: readonly Client[] = [];

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
        .then((primary) => primary && this.compare(primary, before))
        // No answer, no successor.
        .catch(() => undefined)
        .finally(() => {
          this.timer = undefined;
          if (this.clients.size > 0) this.start();
        });
    }, INTERVAL_MS).unref();
  }

  private compare(primary: Primary, before: readonly Client[]): void {
    const { primary: last, seen } = this;
    this.primary = primary;
    this.seen = before;
    if (!last || last.startedAt === primary.startedAt) return;
    // A restarted server has lost its connections, so all these are new ones. A restored server may have any timeline.
    const livesOn = seen.some((client) => this.clients.has(client));
    if (!livesOn && primary.timeline <= last.timeline) return;
    const error = new Error(`${describeServers(this.url.servers)} leads to another server than before`);
    for (const client of before) streamOf(client)?.destroy(error);
  }

  /** @returns the primary that the address leads to now; undefined for a standby. */
  private async look(): Promise<Primary | undefined> {
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
      const { rows } = await client.query<Primary>(
        `SELECT ${TIMELINE} AS timeline, pg_postmaster_start_time()::text AS "startedAt"`,
      );
      return rows[0]!.timeline > 0 ? rows[0] : undefined;
    } finally {
      // Not waited for: a server that hangs never closes it.
      client.end().catch(() => undefined);
    }
  }
}
