import { search } from '@heliograph/proto';
import type { Pool } from 'pg';
import type { QueryChange } from '../domain/saved-search';
import { withLease, type Lease } from './delivery-store';
import { queryChangeFromRow, type QueryChangeRow } from './mapping';
import type { FoundMatch } from './match-store';

/** A match that was found in the catalog's log of changes. */
export interface ReadMatch extends FoundMatch {
  /** When its signal changed. */
  at: Date;
}

/** What has not been read for a saved search with many waiting matches. */
export interface Backlog {
  /** The catalog's changes after it have not been read. */
  position: search.ChangePosition;
  /** From its query. */
  filters: search.Filters;
  queryChange: QueryChange | undefined;
  /** The saved search's own version. */
  searchVersion: string;
}

interface BacklogRow extends QueryChangeRow {
  version: string;
  id: string;
  filters: Buffer;
  searchVersion: string;
}

/** The backlogs of saved searches with many waiting matches. */
export class BacklogStore {
  constructor(private readonly pool: Pool) {}

  /** Undefined if all its matches are stored. */
  async find(savedSearchId: string): Promise<Backlog | undefined> {
    const { rows } = await this.pool.query<BacklogRow>(
      `SELECT backlog.version, id::text, filters, query_after, previous_filters, saved.version AS "searchVersion"
       FROM notifier.backlog JOIN notifier.saved_search AS saved USING (saved_search_id) WHERE saved_search_id = $1`,
      [savedSearchId],
    );
    const [row] = rows;
    if (!row) return undefined;
    const { version, id, filters, searchVersion } = row;
    return {
      position: { version: BigInt(version), id },
      filters: search.Filters.decode(filters),
      queryChange: queryChangeFromRow(row),
      searchVersion,
    };
  }

  /**
   * Stores the matches among the changes up to a position, and continues from there, or ends the backlog if no change
   * follows. Any process that left out a match earlier held this lock, and had seen the match's change: so does this.
   *
   * @returns how many were new; undefined if the saved search changed, or the position was moved back, since the backlog
   * was read: then nothing is stored.
   */
  advance(
    lease: Lease,
    { position, searchVersion }: Backlog,
    to: search.ChangePosition,
    found: readonly ReadMatch[],
  ): Promise<number | undefined> {
    return withLease(this.pool, lease, async (client) => {
      const moved = await client.query(
        `UPDATE notifier.backlog SET version = $4, id = $5 FROM notifier.saved_search AS saved
         WHERE backlog.saved_search_id = $1 AND backlog.version = $2 AND id = $3
           AND saved.saved_search_id = $1 AND saved.version = $6`,
        [lease.savedSearchId, position.version, position.id, to.version, to.id, searchVersion],
      );
      if (!moved.rowCount) return undefined;
      const { rowCount } = await client.query(
        `INSERT INTO notifier.match (saved_search_id, signal_id, version, matched_at)
         SELECT $1, * FROM unnest($2::numeric[], $3::bigint[], $4::timestamptz[]) ON CONFLICT DO NOTHING`,
        [
          lease.savedSearchId,
          found.map(({ signalId }) => signalId),
          found.map(({ version }) => version),
          found.map(({ at }) => at.toISOString()),
        ],
      );
      await client.query(
        `DELETE FROM notifier.backlog WHERE saved_search_id = $1
           AND NOT EXISTS (SELECT FROM catalog.change WHERE (version, id) > ($2::bigint, $3::numeric))`,
        [lease.savedSearchId, to.version, to.id],
      );
      return rowCount ?? 0;
    });
  }
}

/**
 * Queues saved searches that have a backlog but are not queued: a process of a version before backlogs removes one from
 * the queue when it has delivered all stored matches. @returns how many.
 */
export async function queueBacklogs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id)
     SELECT saved_search_id, account_id FROM notifier.backlog JOIN notifier.saved_search USING (saved_search_id)
     ORDER BY saved_search_id ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}
