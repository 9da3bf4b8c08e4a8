import type { Logger } from '@heliograph/runtime';
import { Client } from 'pg';
import { plainArray } from '../storage/plain-array';
import type { PendingUsageEvent } from './usage-event';

export interface OutboxSessionOptions {
  connectionString: string;
  statementTimeoutMs: number;
  logger: Logger;
}

/** Shown in `pg_stat_activity`. */
export const RELAY_APPLICATION = 'heliograph-ledger-relay';
const LOCK = 'heliograph ledger relay';
const CONNECTION_TIMEOUT_MS = 5_000;

// A server whose client's machine is gone keeps the lock until it notices: within 20 seconds. The scans that these
// settings rule out would read all entries for a thousand of them.
const SETTINGS = `
  SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`;

/**
 * The relay's own connection. Lock, reading and removing are of one session, so who removes is who holds the lock: a
 * relay whose session died can do neither, even when it does not know yet. Needs a session of its own, so no pooler that
 * hands out connections by transaction may stand in between.
 */
export class OutboxSession {
  private constructor(private readonly client: Client) {}

  /** @throws the driver's error when the database cannot be had. */
  static async open(options: OutboxSessionOptions): Promise<OutboxSession> {
    const client = new Client({
      connectionString: options.connectionString,
      application_name: RELAY_APPLICATION,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: options.statementTimeoutMs,
      keepAlive: true,
    });
    // Reported by the next statement; without a listener it would end the process.
    client.on('error', (error) => options.logger.debug({ err: error }, 'the connection of the relay broke'));
    try {
      await client.connect();
      await client.query(SETTINGS);
      return new OutboxSession(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes the lock that only one session of all has, for as long as this session lives. Does not wait: who waits for an
   * advisory lock holds a snapshot, and with it every dead row of the database.
   */
  async tryToLead(): Promise<boolean> {
    const { rows } = await this.client.query<{ leads: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS leads',
      [LOCK],
    );
    return rows[0]!.leads;
  }

  /**
   * Positions of the events that wait, lowest first. Of each account it is a beginning of what waits: a lower position
   * of an account is committed before a higher one. That holds for one look; what a second look finds may lie in between.
   */
  async listPositions(limit: number): Promise<string[]> {
    const { rows } = await this.client.query<{ positions: string[] }>(
      `SELECT coalesce(array_agg(position ORDER BY position)::text[], '{}') AS positions
       FROM (SELECT position FROM ledger.outbox ORDER BY position LIMIT $1) AS first`,
      [limit],
    );
    return rows[0]!.positions;
  }

  /** The events at these positions, in order. */
  async read(positions: readonly string[]): Promise<PendingUsageEvent[]> {
    const { rows } = await this.client.query<PendingUsageEvent>({
      name: 'read_pending',
      text: 'SELECT * FROM ledger.pending_usage_event WHERE position = ANY($1::bigint[]) ORDER BY position',
      values: [plainArray(positions)],
    });
    return rows;
  }

  /** Takes published events out of the outbox. */
  async remove(positions: readonly string[]): Promise<void> {
    await this.client.query({
      name: 'remove_published',
      text: 'DELETE FROM ledger.outbox WHERE position = ANY($1::bigint[])',
      values: [plainArray(positions)],
    });
  }

  /** Gives up the lock with the connection. Never rejects. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
