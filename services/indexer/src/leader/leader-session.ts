import type { Logger } from '@heliograph/runtime';
import { Client } from 'pg';
import type { SignalChange } from '../domain/signal';
import { changeFromRow, type ChangeRow } from '../storage/mapping';

export interface LeaderSessionOptions {
  connectionString: string;
  statementTimeoutMs: number;
  logger: Logger;
}

/** Everything up to this change was published. */
export interface FeedPosition {
  version: string;
  id: string;
}

/** Shown in `pg_stat_activity`. */
export const LEADER_APPLICATION = 'heliograph-indexer-leader';
const LOCK = 'heliograph indexer leader';
const CONNECTION_TIMEOUT_MS = 5_000;

// A server whose client's machine is gone keeps the lock until it notices: within 20 seconds. The scans that these settings rule out
// would read the whole catalog for a thousand changes.
const SETTINGS = `
  SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`;

/**
 * The leader's own connection. Lock, reading of changes and the position are of one session, so who moves the position is who holds
 * the lock: a leader whose session died cannot, even when it does not know yet. Needs a session of its own, so no pooler that hands
 * out connections by transaction may stand in between.
 */
export class LeaderSession {
  private constructor(private readonly client: Client) {}

  /** @throws the driver's error when the database cannot be had. */
  static async open(options: LeaderSessionOptions): Promise<LeaderSession> {
    const client = new Client({
      connectionString: options.connectionString,
      application_name: LEADER_APPLICATION,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: options.statementTimeoutMs,
      keepAlive: true,
    });
    // Reported by the next statement; without a listener it would end the process.
    client.on('error', (error) => options.logger.debug({ err: error }, 'the connection of the leader broke'));
    try {
      await client.connect();
      await client.query(SETTINGS);
      return new LeaderSession(client);
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

  /** Of the catalog; grows with every change. */
  async catalogVersion(): Promise<string> {
    const { rows } = await this.client.query<{ version: string }>('SELECT version FROM catalog.state');
    return rows[0]!.version;
  }

  async readPosition(): Promise<FeedPosition> {
    const { rows } = await this.client.query<FeedPosition>('SELECT version, id FROM indexer.feed_position');
    return rows[0]!;
  }

  /**
   * The changes after a position in the order of (version, id), as the catalog has them now: signals and withdrawals of one moment, so
   * those of one id come in their order. A signal that changes once more meanwhile comes later instead.
   */
  async readChanges({ version, id }: FeedPosition, limit: number): Promise<SignalChange[]> {
    const { rows } = await this.client.query<ChangeRow>({
      name: 'read_changes',
      text: `SELECT * FROM (
          (SELECT document.version, document.id, false AS withdrawn, document.document::json->>'title' AS title,
             signal.published_at, signal.ordinal
           FROM catalog.signal_document AS document JOIN catalog.signal ON signal.id = document.id
           WHERE (document.version, document.id) > ($1::bigint, $2::numeric) ORDER BY document.version, document.id LIMIT $3)
          UNION ALL
          (SELECT version, id, true, NULL, NULL, NULL FROM catalog.withdrawal
           WHERE (version, id) > ($1::bigint, $2::numeric) ORDER BY version, id LIMIT $3)
        ) AS change ORDER BY version, id LIMIT $3`,
      values: [version, id, limit],
    });
    return rows.map(changeFromRow);
  }

  async movePosition({ version, id }: FeedPosition): Promise<void> {
    await this.client.query({
      name: 'move_position',
      text: 'UPDATE indexer.feed_position SET version = $1, id = $2, moved_at = now()',
      values: [version, id],
    });
  }

  /** Gives up the lock with the connection. Never rejects. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
