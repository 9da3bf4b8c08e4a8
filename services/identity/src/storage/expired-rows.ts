import { inBatches } from '@heliograph/postgres';
import type { Pool } from 'pg';

/** Rows removed in one statement. */
const BATCH = 500;

/** What expires, and how long its rows are kept to report that. */
const TABLES = [
  { name: 'sign_in_attempt', expiry: 'expires_at', keptFor: '0' },
  // Reported as expired rather than unknown for a day.
  { name: 'web_session', expiry: 'least(idle_expires_at, expires_at)', keptFor: '1 day' },
  { name: 'cli_authorization_code', expiry: 'expires_at', keptFor: '0' },
  { name: 'cli_device_login', expiry: 'expires_at', keptFor: '1 hour' },
  { name: 'user_code_guesses', expiry: 'expires_at', keptFor: '0' },
  // The session's own tokens go with it.
  { name: 'cli_session', expiry: 'expires_at', keptFor: '1 day' },
  // Spent tokens: their reuse is detected for as long as they could have been used.
  { name: 'cli_refresh_token', expiry: 'expires_at', keptFor: '1 day' },
  // Invitations count for a day after they are made, which is long over by then.
  { name: 'invitation', expiry: 'expires_at', keptFor: '1 day' },
  // The feed of changes goes back no further.
  { name: 'saved_search_visit', expiry: 'visited_at', keptFor: '31 days' },
  { name: 'user_saved_search_visit', expiry: 'visited_at', keptFor: '31 days' },
] as const;

type ExpiringTable = (typeof TABLES)[number]['name'];

/**
 * Removes expired rows, in bounded batches, until none is left: sign-ins begin without credentials, and could fill the
 * disk if a round removed only so many. Several processes may do so concurrently: each leaves rows to the one that has
 * locked them.
 *
 * @param isStopped checked between batches.
 * @returns how many rows of each table were removed.
 */
export async function removeExpiredRows(
  pool: Pool,
  isStopped: () => boolean = () => false,
): Promise<Map<ExpiringTable, number>> {
  const removed = new Map<ExpiringTable, number>();
  for (const { name, expiry, keptFor } of TABLES) {
    const count = await inBatches({ size: BATCH, isStopped }, async () => {
      const { rowCount } = await pool.query(
        // By place: no plan can look for them in all of the table.
        `DELETE FROM identity.${name} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM identity.${name} WHERE ${expiry} <= now() - $1::interval
           LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
        [keptFor],
      );
      return rowCount ?? 0;
    });
    removed.set(name, count);
  }
  return removed;
}
