import type { Pool } from 'pg';
import { HOLDS, type Hold } from '../domain/hold';

/** Counts stop here, so they cost little however many rows there are. */
const MAXIMUM_COUNTED = 100_000;

/** How far deliveries lag, across all accounts. */
export class StatusStore {
  constructor(private readonly pool: Pool) {}

  /** Deliveries paid for, but neither delivered nor given up; at most 100,000. */
  pendingDeliveries(): Promise<number> {
    return this.read(
      `SELECT count(*) AS value
       FROM (SELECT FROM notifier.delivery WHERE state = 'pending' LIMIT ${MAXIMUM_COUNTED}) AS pending`,
    );
  }

  /**
   * Age of the oldest pending delivery; 0 without one. `OFFSET 0` keeps the planner from looking for it by age: it would
   * read all older deliveries, which are delivered and kept for 30 days.
   */
  oldestUndeliveredSeconds(): Promise<number> {
    return this.read(
      `SELECT extract(epoch FROM now() - min(created_at)) AS value
       FROM (SELECT created_at FROM notifier.delivery WHERE state = 'pending' OFFSET 0) AS pending`,
    );
  }

  /** Accounts with saved searches that wait for records. */
  waitingAccounts(): Promise<number> {
    return this.read(
      `SELECT count(DISTINCT account_id) AS value FROM notifier.saved_search WHERE state = 'waiting_for_records'`,
    );
  }

  /** Saved searches whose receivers fail. */
  failingSearches(): Promise<number> {
    return this.read(`SELECT count(*) AS value FROM notifier.saved_search WHERE state = 'failing'`);
  }

  /** Saved searches whose next delivery is on hold, by reason; at most 100,000 together. */
  async savedSearchesOnHold(): Promise<Record<Hold, number>> {
    const { rows } = await this.pool.query<{ reason: Hold; value: string }>(
      `SELECT on_hold AS reason, count(*) AS value
       FROM (SELECT on_hold FROM notifier.webhook_queue WHERE on_hold IS NOT NULL LIMIT ${MAXIMUM_COUNTED}) AS held
       GROUP BY on_hold`,
    );
    const counts = new Map(rows.map(({ reason, value }) => [reason, Number(value)]));
    return Object.fromEntries(HOLDS.map((reason) => [reason, counts.get(reason) ?? 0])) as Record<
      Hold,
      number
    >;
  }

  /** Saved searches with more waiting matches than are stored. */
  backlogs(): Promise<number> {
    return this.read('SELECT count(*) AS value FROM notifier.backlog');
  }

  /** How long the longest-waiting saved search has been ready but not processed; 0 without one. */
  queueDelaySeconds(): Promise<number> {
    return this.read(
      `SELECT extract(epoch FROM now() - min(greatest(next_at, lease_until))) AS value
       FROM notifier.webhook_queue WHERE next_at <= now() AND (lease_until IS NULL OR lease_until < now())`,
    );
  }

  /** How long the longest-waiting digest, alert, or email has been ready but not processed; 0 without one. */
  mailDelaySeconds(): Promise<number> {
    return this.read(
      `SELECT extract(epoch FROM now() - min(greatest(next_at, lease_until))) AS value FROM (
         SELECT next_at, lease_until FROM notifier.digest
         UNION ALL SELECT next_at, lease_until FROM notifier.alert
         UNION ALL SELECT next_at, lease_until FROM notifier.mail WHERE state = 'pending') AS waiting
       WHERE next_at <= now() AND (lease_until IS NULL OR lease_until < now())`,
    );
  }

  /** Accounts whose addresses a mail server refused. */
  refusedAddresses(): Promise<number> {
    return this.read('SELECT count(*) AS value FROM notifier.refused_address');
  }

  private async read(statement: string): Promise<number> {
    const { rows } = await this.pool.query<{ value: string | null }>(statement);
    return Number(rows[0]!.value ?? 0);
  }
}
