import { LeaderSession } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import type { FeedChange } from '../domain/signal';
import { feedChangeFromRow, type FeedChangeRow } from '../storage/mapping';

interface CatalogSessionOptions {
  connectionString: string;
  statementTimeoutMs: number;
  logger: Logger;
}

/** Everything up to this change has been published. */
export interface FeedPosition {
  version: string;
  id: string;
}

/** The stored position. */
interface StoredPosition extends FeedPosition {
  /** The version at which nothing was left to publish: signals up to it have been published. */
  knownVersion: string;
}

/** Shown in `pg_stat_activity`. */
export const LEADER_APPLICATION = 'heliograph-indexer-leader';
const LOCK = 'heliograph indexer leader';

/**
 * The leader's own connection. Lock, reads of changes, and position share one session, so only the holder of the lock
 * moves the position.
 */
export class CatalogSession {
  private constructor(private readonly session: LeaderSession) {}

  /** @throws the driver's error when the database is unavailable. */
  static async open(options: CatalogSessionOptions): Promise<CatalogSession> {
    return new CatalogSession(
      await LeaderSession.open({ ...options, applicationName: LEADER_APPLICATION, lock: LOCK }),
    );
  }

  /** Whether this session now leads, which it does for as long as it lasts. Does not wait. */
  tryToLead(): Promise<boolean> {
    return this.session.tryToLead();
  }

  /** From the catalog; grows with every change. */
  async catalogVersion(): Promise<string> {
    const { rows } = await this.session.client.query<{ version: string }>(
      'SELECT version FROM catalog.state',
    );
    return rows[0]!.version;
  }

  async readPosition(): Promise<StoredPosition> {
    const { rows } = await this.session.client.query<StoredPosition>(
      'SELECT version, id, known_version AS "knownVersion" FROM indexer.feed_position',
    );
    return rows[0]!;
  }

  /**
   * The changes after a position in order of (version, id), in their current state. Signals and withdrawals are read at
   * one moment, so those of one id come in order. A signal that changes again meanwhile comes later instead.
   *
   * @param knownVersion signals up to this version have been published.
   */
  async readChanges(
    { version, id }: FeedPosition,
    limit: number,
    knownVersion: string,
  ): Promise<FeedChange[]> {
    const { rows } = await this.session.client.query<FeedChangeRow>({
      name: 'read_changes',
      text: `SELECT * FROM (
          (SELECT document.version, document.id, false AS withdrawn, document.document::json->>'title' AS title,
             signal.published_at, signal.ordinal,
             coalesce(coalesce(document.own_version, document.item_version) <= $4::bigint, false) AS is_same_item
           FROM catalog.signal_document AS document JOIN catalog.signal ON signal.id = document.id
           WHERE (document.version, document.id) > ($1::bigint, $2::numeric) ORDER BY document.version, document.id LIMIT $3)
          UNION ALL
          (SELECT version, id, true, NULL, NULL, NULL, false FROM catalog.withdrawal
           WHERE (version, id) > ($1::bigint, $2::numeric) ORDER BY version, id LIMIT $3)
        ) AS change ORDER BY version, id LIMIT $3`,
      values: [version, id, limit, knownVersion],
    });
    return rows.map(feedChangeFromRow);
  }

  async movePosition({ version, id }: FeedPosition): Promise<void> {
    await this.session.client.query({
      name: 'move_position',
      text: 'UPDATE indexer.feed_position SET version = $1, id = $2, moved_at = now()',
      values: [version, id],
    });
  }

  /** Records that nothing was left to publish after the position. */
  async noteKnown(): Promise<void> {
    await this.session.client.query(
      'UPDATE indexer.feed_position SET known_version = version WHERE known_version <> version',
    );
  }

  /** Gives up the lock with the connection. Never rejects. */
  close(): Promise<void> {
    return this.session.close();
  }
}
