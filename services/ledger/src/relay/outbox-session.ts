import { LeaderSession, plainArray } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import type { PendingUsageEvent } from './usage-event';

interface OutboxSessionOptions {
  connectionString: string;
  statementTimeoutMs: number;
  logger: Logger;
}

/** Shown in `pg_stat_activity`. */
export const RELAY_APPLICATION = 'heliograph-ledger-relay';
const LOCK = 'heliograph ledger relay';

/** The relay's own connection. Lock, reads, and deletes share one session, so only the holder of the lock deletes. */
export class OutboxSession {
  private constructor(private readonly session: LeaderSession) {}

  /** @throws the driver's error when the database is unavailable. */
  static async open(options: OutboxSessionOptions): Promise<OutboxSession> {
    return new OutboxSession(
      await LeaderSession.open({ ...options, applicationName: RELAY_APPLICATION, lock: LOCK }),
    );
  }

  /** Whether this session leads; if so, it leads as long as it lives. Does not wait. */
  tryToLead(): Promise<boolean> {
    return this.session.tryToLead();
  }

  /**
   * Positions of the waiting events, lowest first: for each account, a prefix of its waiting events, because its lower
   * positions are committed before its higher ones. That holds for one read; a second read may find positions in
   * between.
   */
  async listPositions(limit: number): Promise<string[]> {
    const { rows } = await this.session.client.query<{ positions: string[] }>(
      `SELECT coalesce(array_agg(position ORDER BY position)::text[], '{}') AS positions
       FROM (SELECT position FROM ledger.outbox ORDER BY position LIMIT $1) AS first`,
      [limit],
    );
    return rows[0]!.positions;
  }

  /** The events at these positions, in order. */
  async read(positions: readonly string[]): Promise<PendingUsageEvent[]> {
    const { rows } = await this.session.client.query<PendingUsageEvent>({
      name: 'read_pending',
      text: 'SELECT * FROM ledger.pending_event WHERE position = ANY($1::bigint[]) ORDER BY position',
      values: [plainArray(positions)],
    });
    return rows;
  }

  /** Deletes published events from the outbox. */
  async remove(positions: readonly string[]): Promise<void> {
    await this.session.client.query({
      name: 'remove_published',
      text: 'DELETE FROM ledger.outbox WHERE position = ANY($1::bigint[])',
      values: [plainArray(positions)],
    });
  }

  /** Closes the connection, which releases the lock. Never rejects. */
  close(): Promise<void> {
    return this.session.close();
  }
}
