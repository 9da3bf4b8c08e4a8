import { inBatches } from '@heliograph/postgres';
import type { Pool } from 'pg';

/** Rows per statement. */
const BATCH = 1_000;

interface Wait {
  table: string;
  key: string;
  /** When it ends. */
  column: string;
  /** The longest there is. */
  longest: string;
  where?: string;
  /** Changed with it. */
  also?: string;
}

const PENDING = `state = 'pending'`;

const WAITS: readonly Wait[] = [
  // First: until then, its saved search is queued again for that time.
  { table: 'delivery', key: 'delivery_id', column: 'next_attempt_at', longest: '1 day', where: PENDING },
  { table: 'webhook_queue', key: 'saved_search_id', column: 'next_at', longest: '1 day' },
  { table: 'webhook_queue', key: 'saved_search_id', column: 'lease_until', longest: '1 hour' },
  { table: 'charge_to_void', key: 'event_id', column: 'next_at', longest: '1 minute' },
  {
    table: 'digest',
    key: 'saved_search_id',
    column: 'next_at',
    longest: '7 days',
    also: 'period_end = now(), covered_since = least(covered_since, now())',
  },
  { table: 'digest', key: 'saved_search_id', column: 'lease_until', longest: '1 hour' },
  { table: 'alert', key: 'account_id', column: 'next_at', longest: '1 hour' },
  { table: 'alert', key: 'account_id', column: 'lease_until', longest: '1 hour' },
  { table: 'mail', key: 'mail_id', column: 'next_at', longest: '1 day', where: PENDING },
  { table: 'mail', key: 'mail_id', column: 'lease_until', longest: '1 hour', where: PENDING },
];

/**
 * Ends waits that began while the database's clock was ahead, as after a failover to a server with a wrong clock, and
 * would last until that time comes. Those up to an hour too long end by themselves.
 *
 * @returns how many.
 */
export async function endWaitsAhead(pool: Pool, isStopped: () => boolean = () => false): Promise<number> {
  let ended = 0;
  for (const { table, key, column, longest, where = 'true', also = '' } of WAITS)
    ended += await inBatches({ size: BATCH, isStopped }, async () => {
      const { rowCount } = await pool.query(
        `UPDATE notifier.${table} SET ${column} = now() ${also && `, ${also}`} WHERE ${key} IN (
           SELECT ${key} FROM notifier.${table}
           WHERE ${column} > now() + interval '${longest}' + interval '1 hour' AND ${column} < 'infinity' AND ${where}
           LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      );
      return rowCount ?? 0;
    });
  return ended;
}
