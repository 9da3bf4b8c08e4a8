import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';

/** A signal that matched a saved search. */
export interface FoundMatch {
  savedSearchId: string;
  signalId: string;
  /** Catalog version. */
  version: string;
  /** That of the last change of more than its company, which is in the catalog's log of changes. */
  ownVersion: string;
}

/** Rows per statement. */
const PAGE = 5_000;
/** Waiting matches of a saved search, give or take a page of its backlog: an account may be on hold for long. */
const MAXIMUM_WAITING = 1_000;

/**
 * A known match is looked up on its own, never by a join that reads the whole table. Counting costs little: a saved
 * search with the maximum soon has a backlog, which gets everything after its position without counting or looking up:
 * however many searches are on hold for days, the others' matches do not wait for theirs. An event from before that
 * position, of a partition that lags, moves the position back.
 *
 * More matches don't wake a search that waits until a set time: `next_at` may be tomorrow for lack of records.
 */
const ADD = `WITH found AS (
    SELECT found.*, ((own_version, signal_id) > (backlog.version, id)) IS TRUE AS is_left
    FROM unnest($1::uuid[], $2::numeric[], $3::bigint[], $4::bigint[])
      AS found (saved_search_id, signal_id, version, own_version) LEFT JOIN notifier.backlog USING (saved_search_id)),
  fresh AS (
    SELECT * FROM found
    WHERE NOT is_left AND (SELECT true FROM notifier.match AS known
      WHERE known.saved_search_id = found.saved_search_id AND known.signal_id = found.signal_id) IS NULL),
  room AS MATERIALIZED (
    SELECT saved_search_id, ${MAXIMUM_WAITING} - (
      SELECT count(*) FROM (SELECT FROM notifier.match AS waiting
        WHERE waiting.saved_search_id = searches.saved_search_id AND waits LIMIT ${MAXIMUM_WAITING}) AS counted) AS places
    FROM (SELECT DISTINCT saved_search_id FROM fresh) AS searches),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY saved_search_id ORDER BY own_version, signal_id) <= places AS fits
    FROM fresh JOIN room USING (saved_search_id)),
  left_out AS (
    INSERT INTO notifier.backlog (saved_search_id, version, id)
    SELECT DISTINCT ON (saved_search_id) saved_search_id, own_version, signal_id - 1 FROM ranked WHERE NOT fits
    ORDER BY saved_search_id, own_version, signal_id
    ON CONFLICT (saved_search_id) DO UPDATE SET version = excluded.version, id = excluded.id),
  queued AS (
    INSERT INTO notifier.webhook_queue (saved_search_id, account_id)
    SELECT saved_search_id, account_id FROM notifier.saved_search
    WHERE saved_search_id IN (
      SELECT saved_search_id FROM found WHERE is_left UNION SELECT saved_search_id FROM fresh) ORDER BY saved_search_id
    ON CONFLICT (saved_search_id) DO UPDATE SET has_matches = true),
  stored AS (
    INSERT INTO notifier.match (saved_search_id, signal_id, version)
    SELECT saved_search_id, signal_id, version FROM ranked WHERE fits ORDER BY saved_search_id, signal_id
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*) AS added FROM stored`;

/** Matches waiting for delivery, and the queue of saved searches with something waiting. */
export class MatchStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Records matches; known ones change nothing, and those of a deleted saved search, or from before its webhook, are
   * dropped. Those of a saved search that has the maximum are left to its backlog. @returns how many were new.
   */
  async add(matches: readonly FoundMatch[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < matches.length; from += PAGE) {
      const page = matches.slice(from, from + PAGE);
      added += await inTransaction(this.pool, async (client) => {
        // Lock in a fixed order, so that processes never deadlock. From here on, neither another batch nor a worker
        // changes these matches and backlogs.
        const { rows: held } = await client.query<{ saved_search_id: string; starts_after: string | null }>(
          `SELECT saved_search_id, starts_after FROM notifier.saved_search
           WHERE saved_search_id = ANY($1::uuid[]) AND webhook_url IS NOT NULL
           ORDER BY saved_search_id FOR NO KEY UPDATE`,
          [[...new Set(page.map(({ savedSearchId }) => savedSearchId))]],
        );
        const starts = new Map(held.map((row) => [row.saved_search_id, BigInt(row.starts_after ?? -1)]));
        const kept = page.filter(({ savedSearchId, ownVersion }) => {
          const startsAfter = starts.get(savedSearchId);
          return startsAfter !== undefined && BigInt(ownVersion) > startsAfter;
        });
        const { rows } = await client.query<{ added: string }>(ADD, [
          kept.map(({ savedSearchId }) => savedSearchId),
          kept.map(({ signalId }) => signalId),
          kept.map(({ version }) => version),
          kept.map(({ ownVersion }) => ownVersion),
        ]);
        return Number(rows[0]!.added);
      });
    }
    return added;
  }
}

/** Has these saved searches checked again now, if queued. */
export async function wake(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE notifier.webhook_queue SET next_at = now(), is_changed = true, on_hold = NULL
     WHERE saved_search_id = ANY($1::uuid[])`,
    [ids],
  );
}

/** A match that cannot be delivered. */
export interface DroppedMatch {
  signalId: string;
  /** The catalog version of the signal that does not match; undefined if it was not published. */
  version: string | undefined;
}

/**
 * Forgets matches, so that a later change or publication of their signals matches again.
 *
 * Such an event may have arrived while the matches were judged, and changed nothing, since they were still known.
 * Signals that have changed by now therefore wait again. An event that arrives after the deletion waits for this
 * transaction, then adds its match.
 *
 * @param client has locked the saved search.
 */
export async function forgetMatches(
  client: PoolClient,
  savedSearchId: string,
  dropped: readonly DroppedMatch[],
): Promise<void> {
  if (dropped.length === 0) return;
  const ids = dropped.map(({ signalId }) => signalId);
  await client.query(
    'DELETE FROM notifier.match WHERE saved_search_id = $1 AND signal_id = ANY($2::numeric[])',
    [savedSearchId, ids],
  );
  await client.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version)
     SELECT $1, document.id, document.version
     FROM unnest($2::numeric[], $3::bigint[]) AS judged (id, version)
       JOIN catalog.signal_document AS document USING (id) JOIN catalog.signal USING (id)
     WHERE document.version IS DISTINCT FROM judged.version
       AND (NOT signal.pending OR signal.published_at <= statement_timestamp())`,
    [savedSearchId, ids, dropped.map(({ version }) => version ?? null)],
  );
}
