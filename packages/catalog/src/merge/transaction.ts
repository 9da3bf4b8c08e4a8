import type { ClientBase } from 'pg';
import { CATALOG_CHANNEL } from '../feed/catalog-feed';

/** What a writer reads and locks first. */
export interface CatalogState {
  /** The version that this transaction's changes carry. */
  version: string;
  nextOrdinal: number;
  /** The database's clock, which decides what is published here; each search process goes by its own. */
  now: Date;
}

/**
 * All writers wait for the one that holds the lock: one that was suspended, or whose machine is gone, gives it up within
 * a minute.
 */
const BEGIN = `BEGIN;
  SET LOCAL idle_in_transaction_session_timeout = '60s';
  SET LOCAL tcp_keepalives_idle = 10; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

/**
 * Runs `work` in a transaction that holds the only row of `catalog.state`: writers take turns here, always first, so
 * they can neither deadlock nor see each other half done. Commits `work` and its state, and notifies those who follow
 * the catalog.
 */
export async function inWriteTransaction<Result>(
  client: ClientBase,
  work: (state: CatalogState) => Promise<Result>,
): Promise<Result> {
  try {
    await client.query(BEGIN);
    const { rows } = await client.query<CatalogState>(
      // The time after the wait: what was published meanwhile is published.
      `WITH state AS MATERIALIZED (SELECT version, next_ordinal FROM catalog.state FOR UPDATE)
       SELECT (version + 1)::text AS version, next_ordinal AS "nextOrdinal", clock_timestamp() AS now FROM state`,
    );
    const state = rows[0];
    if (!state) throw new Error('catalog.state has lost its row');
    const before = state.nextOrdinal;
    const result = await work(state);
    await client.query(
      // Listeners are notified when this commits.
      `WITH moved AS (
         UPDATE catalog.state SET version = $1, next_ordinal = $2 WHERE $3::boolean OR next_ordinal <> $2 RETURNING version
       ) SELECT pg_notify('${CATALOG_CHANNEL}', version::text) FROM moved`,
      [state.version, state.nextOrdinal, changed(result) || before !== state.nextOrdinal],
    );
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A broken connection cannot roll back; the server has done so.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A result with `changed: false` keeps the version. */
function changed(result: unknown): boolean {
  return !(typeof result === 'object' && result !== null && 'changed' in result && result.changed === false);
}
