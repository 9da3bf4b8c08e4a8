import type { ClientBase, Pool } from 'pg';

/**
 * Settings of a connection that searches. The compiler chooses the plan in the text of the statement; these keep the planner from choosing
 * otherwise: no sequential scans, no plan by value, no parallel workers or compilation for statements of milliseconds. A statement whose process died ends within a second.
 */
export const searchSettings = `SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off;
  SET max_parallel_workers_per_gather = 0; SET work_mem = '32MB'; SET random_page_cost = 1.1;
  SET join_collapse_limit = 1; SET from_collapse_limit = 1; SET default_transaction_read_only = on;
  SET client_connection_check_interval = '1s'`;

/** Makes every connection of a pool, from now on, one that searches. */
export function tuneForSearching(pool: Pool): Pool {
  // The pool waits for what the hook returns, and drops a connection whose hook failed.
  Object.assign(pool.options, { onConnect: (client: ClientBase) => client.query(searchSettings) });
  return pool;
}
