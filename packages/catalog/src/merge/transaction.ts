import type { ClientBase } from 'pg';
import { CATALOG_CHANNEL } from '../feed/catalog-feed';

/** The state that a writer reads and locks first. */
export interface CatalogState {
  /** The version of this transaction's changes. */
  version: string;
  nextOrdinal: number;
  /** The database's clock, which decides what is published here; each search process uses its own. */
  now: Date;
}

/**
 * All writers wait for the one that holds the lock. If it is suspended, or its machine is gone, the lock is released
 * within a minute.
 */
const BEGIN = `BEGIN;
  SET LOCAL idle_in_transaction_session_timeout = '60s';
  SET LOCAL tcp_keepalives_idle = 10; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

/**
 * Runs `work` in a transaction that locks the only row of `catalog.state`. Writers always take this lock first, so they
 * can neither deadlock nor see each other half done. Commits `work` and the new state, and notifies the catalog's
 * followers.
 */
export async function inWriteTransaction<Result>(
  client: ClientBase,
  work: (state: CatalogState) => Promise<Result>,
): Promise<Result> {
  try {
    await client.query(BEGIN);
    const { rows } = await client.query<CatalogState>(
      // The time after waiting for the lock, so that signals due meanwhile count as published.
      `WITH state AS MATERIALIZED (SELECT version, next_ordinal FROM catalog.state FOR UPDATE)
       SELECT (version + 1)::text AS version, next_ordinal AS "nextOrdinal", clock_timestamp() AS now FROM state`,
    );
    const state = rows[0];
    if (!state) throw new Error('catalog.state has lost its row');
    const before = state.nextOrdinal;
    const result = await work(state);
    await client.query(
      // Listeners are notified on commit.
      `WITH moved AS (
         UPDATE catalog.state SET version = $1, next_ordinal = $2 WHERE $3::boolean OR next_ordinal <> $2 RETURNING version
       ) SELECT pg_notify('${CATALOG_CHANNEL}', version::text) FROM moved`,
      [state.version, state.nextOrdinal, changed(result) || before !== state.nextOrdinal],
    );
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A broken connection cannot roll back, but the server already has.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A result with `changed: false` keeps the version. */
function changed(result: unknown): boolean {
  return !(typeof result === 'object' && result !== null && 'changed' in result && result.changed === false);
}
