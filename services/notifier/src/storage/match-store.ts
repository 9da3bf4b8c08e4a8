import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';

/** A signal that matched a saved search. */
export interface FoundMatch {
  savedSearchId: string;
  signalId: string;
  /** Catalog version. */
  version: string;
}

/** Rows per statement. */
const PAGE = 5_000;

/** Matches waiting for delivery, and the queue of saved searches with something waiting. */
export class MatchStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Records matches; known ones change nothing, and those of a deleted saved search are dropped. @returns how many were
   * new.
   */
  async add(matches: readonly FoundMatch[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < matches.length; from += PAGE) {
      const page = matches.slice(from, from + PAGE);
      added += await inTransaction(this.pool, async (client) => {
        // Lock in a fixed order, so that processes never deadlock.
        const { rows: held } = await client.query<{ saved_search_id: string; account_id: string }>(
          `SELECT saved_search_id, account_id FROM notifier.saved_search
           WHERE saved_search_id = ANY($1::uuid[]) AND webhook_url IS NOT NULL ORDER BY saved_search_id FOR KEY SHARE`,
          [[...new Set(page.map(({ savedSearchId }) => savedSearchId))]],
        );
        const ids = new Set(held.map(({ saved_search_id: id }) => id));
        const kept = page.filter(({ savedSearchId }) => ids.has(savedSearchId));
        const { rows } = await client.query<{ saved_search_id: string }>(
          `INSERT INTO notifier.match (saved_search_id, signal_id, version)
           SELECT * FROM unnest($1::uuid[], $2::numeric[], $3::bigint[]) AS found (saved_search_id, signal_id, version)
           ORDER BY saved_search_id, signal_id ON CONFLICT DO NOTHING RETURNING saved_search_id`,
          [
            kept.map(({ savedSearchId }) => savedSearchId),
            kept.map(({ signalId }) => signalId),
            kept.map(({ version }) => version),
          ],
        );
        const fresh = new Set(rows.map(({ saved_search_id: id }) => id));
        const queued = held.filter(({ saved_search_id: id }) => fresh.has(id));
        // More matches don't wake a search that waits until a set time: `next_at` may be tomorrow for lack of records.
        await client.query(
          `INSERT INTO notifier.webhook_queue (saved_search_id, account_id)
           SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS found (saved_search_id, account_id) ORDER BY saved_search_id
           ON CONFLICT (saved_search_id) DO UPDATE SET has_matches = true`,
          [queued.map(({ saved_search_id: id }) => id), queued.map(({ account_id: account }) => account)],
        );
        return rows.length;
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
