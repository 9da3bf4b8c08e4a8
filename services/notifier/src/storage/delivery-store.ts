import { inTransaction } from '@heliograph/postgres';
import { search } from '@heliograph/proto';
import type { Pool, PoolClient } from 'pg';
import type { Hold } from '../domain/hold';
import type { QueueTime } from '../domain/queue-time';
import type { WaitingMatch } from '../domain/settled-matches';
import { storeAttempt, type Attempt } from './attempts';
import { SUMMARY_COLUMNS, type DeliveryRow, type DeliverySummaryRow } from './delivery-rows';
import { dueSearches } from './due-searches';
import { tellFailure } from './failure-mails';
import { forgetMatches, type DroppedMatch } from './match-store';
import { postponeOthers, wakeWaiting } from './waits-for-records';

/** A saved search whose queue this process is working on. */
export interface Lease {
  savedSearchId: string;
  accountId: string;
  /** Host of its webhook, without a port; null if it no longer has a webhook. */
  host: string | null;
  token: string;
}

/** What deliveries need to know about a saved search. */
export interface Receiver {
  name: string;
  /** From its query. */
  filters: search.Filters;
  url: string | null;
  secret: Buffer | null;
  previousSecret: Buffer | null;
  state: 'active' | 'failing' | 'waiting_for_records';
  maximumRecordsPerDay: number | null;
  /** Records charged in this UTC day. */
  chargedToday: number;
  /** The end of the UTC day that `chargedToday` covers. */
  dayEnds: Date;
}

/** Accounts and hosts that have all they may have at once, and accounts that have all they may have at one host. */
export interface Busy {
  accountIds: readonly string[];
  hosts: readonly string[];
  atSharedHosts: readonly { accountId: string; host: string }[];
}

/** Another process has taken over the lease: only its work counts. */
export class LeaseLostError extends Error {}

/** Deliveries, and the leases of the queue. A worker's writes count only while it has the lease. */
export class DeliveryStore {
  /** @param sendsMail whether owners are told of failures by email. */
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
    private readonly sendsMail = false,
  ) {}

  /**
   * Leases up to this many saved searches with work to do: longest waiting first, those on hold last, busy ones not at
   * all.
   */
  async claim(limit: number, token: string, { accountIds, hosts, atSharedHosts }: Busy): Promise<Lease[]> {
    const { rows } = await this.pool.query<{
      saved_search_id: string;
      account_id: string;
      host: string | null;
    }>(
      `WITH ready AS (${dueSearches('on_hold IS NULL', '$2')}),
         held AS (${dueSearches('on_hold IS NOT NULL', '$2 - (SELECT count(*) FROM ready)')})
       UPDATE notifier.webhook_queue AS queue SET lease = $1, lease_until = now() + make_interval(secs => $4),
         has_matches = false, is_changed = false
       FROM (SELECT * FROM ready UNION ALL SELECT * FROM held) AS due
       WHERE queue.saved_search_id = due.saved_search_id
       RETURNING queue.saved_search_id, account_id, host`,
      [
        ...[token, limit, accountIds, this.leaseSeconds, hosts],
        atSharedHosts.map(({ accountId, host }) => `${accountId} ${host}`),
      ],
    );
    return rows.map(({ saved_search_id: savedSearchId, account_id: accountId, host }) => ({
      savedSearchId,
      accountId,
      host,
      token,
    }));
  }

  /** @param hold why nothing is due until then; unknown after a failure. */
  async release({ savedSearchId, accountId, token }: Lease, next: QueueTime, hold?: Hold): Promise<void> {
    const held = 'saved_search_id = $1 AND lease = $2';
    const at = next === 'changed' ? 'infinity' : next instanceof Date ? next : null;
    const inMs = typeof next === 'object' && 'inMs' in next ? next.inMs : 0;
    if (next === undefined) {
      await this.pool.query(
        `DELETE FROM notifier.webhook_queue WHERE ${held} AND NOT has_matches AND NOT is_changed`,
        [savedSearchId, token],
      );
    }
    await this.pool.query(
      `UPDATE notifier.webhook_queue SET lease = NULL, lease_until = NULL,
         on_hold = CASE WHEN NOT is_changed THEN $4 END,
         next_at = CASE WHEN is_changed THEN now() ELSE coalesce($3, now() + make_interval(secs => $5)) END
       WHERE ${held}`,
      [savedSearchId, token, at, hold ?? null, inMs / 1_000],
    );
    // If the process dies before this line, each of the others asks once on its own.
    if (hold === 'records') await postponeOthers(this.pool, accountId, inMs);
  }

  /** @throws LeaseLostError */
  async extend({ savedSearchId, token }: Lease): Promise<void> {
    const { rowCount } = await this.pool.query(
      `UPDATE notifier.webhook_queue SET lease_until = now() + make_interval(secs => $3)
       WHERE saved_search_id = $1 AND lease = $2`,
      [savedSearchId, token, this.leaseSeconds],
    );
    if (!rowCount) throw new LeaseLostError('the lease of the saved search was lost');
  }

  async receiver(id: string): Promise<Receiver | undefined> {
    const { rows } = await this.pool.query<Omit<Receiver, 'filters'> & { filters: Buffer }>(
      `SELECT name, filters, webhook_url AS url, secret, state, max_records_per_day AS "maximumRecordsPerDay",
         CASE WHEN previous_secret_until > now() THEN previous_secret END AS "previousSecret",
         (SELECT coalesce(sum(charged_records), 0)::integer FROM notifier.delivery AS paid
          WHERE paid.saved_search_id = $1 AND paid_at >= day.begins AND paid_at < day.ends) AS "chargedToday",
         day.ends AS "dayEnds"
       FROM notifier.saved_search CROSS JOIN (
         SELECT date_trunc('day', now(), 'UTC') AS begins, date_trunc('day', now(), 'UTC') + interval '24 hours' AS ends
       ) AS day WHERE saved_search_id = $1`,
      [id],
    );
    const [row] = rows;
    return row && { ...row, filters: search.Filters.decode(row.filters) };
  }

  /**
   * The oldest delivery neither delivered nor given up; the next one waits for it. None once its saved search is deleted:
   * its deliveries are removed later.
   */
  async oldestOpen(savedSearchId: string): Promise<DeliveryRow | undefined> {
    const { rows } = await this.pool.query<DeliveryRow>(
      `SELECT ${SUMMARY_COLUMNS}, body, coalesce(next_attempt_at <= now(), true) AS is_due, now()::text AS read_at
       FROM notifier.delivery WHERE saved_search_id = $1 AND state IN ('unpaid', 'pending')
         AND EXISTS (SELECT FROM notifier.saved_search WHERE saved_search_id = $1)
       ORDER BY position LIMIT 1`,
      [savedSearchId],
    );
    return rows[0];
  }

  /**
   * Waiting matches, in catalog order, up to where others were left out. Those found while the database's clock was
   * ahead count as that old.
   */
  async waiting(savedSearchId: string, limit: number): Promise<WaitingMatch[]> {
    const { rows } = await this.pool.query<WaitingMatch>(
      `SELECT signal_id::text AS "signalId", match.version,
         (1000 * abs(extract(epoch FROM now() - matched_at)))::float8 AS "ageMs"
       FROM notifier.match LEFT JOIN notifier.backlog USING (saved_search_id)
       WHERE saved_search_id = $1 AND waits AND ((match.version, signal_id) > (backlog.version, id)) IS NOT TRUE
       ORDER BY match.version, signal_id LIMIT $2`,
      [savedSearchId, limit],
    );
    return rows;
  }

  /** When each signal was found to match; without those whose matches have expired. */
  async matchedAt(savedSearchId: string, signalIds: readonly string[]): Promise<Map<string, Date>> {
    const { rows } = await this.pool.query<{ id: string; matched_at: Date }>(
      `SELECT signal_id::text AS id, matched_at FROM notifier.match
       WHERE saved_search_id = $1 AND signal_id = ANY($2::numeric[])`,
      [savedSearchId, signalIds],
    );
    return new Map(rows.map(({ id, matched_at: at }) => [id, at]));
  }

  /** Creates an unpaid delivery of some waiting matches, if any, and drops those that cannot be in it. */
  create(
    lease: Lease,
    { id, signalIds, body }: { id: string; signalIds: readonly string[]; body: string },
    dropped: readonly DroppedMatch[],
  ): Promise<void> {
    return withLease(this.pool, lease, async (client) => {
      await forgetMatches(client, lease.savedSearchId, dropped);
      if (signalIds.length === 0) return;
      await client.query(
        'UPDATE notifier.match SET waits = false WHERE saved_search_id = $1 AND signal_id = ANY($2::numeric[])',
        [lease.savedSearchId, signalIds],
      );
      await client.query(
        `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state) VALUES ($1, $2, $3, $4, 'unpaid')`,
        [id, lease.savedSearchId, signalIds, body],
      );
    });
  }

  /** From here on, the delivery, which was never sent, can only be {@link discard | discarded}. */
  markForDiscard(lease: Lease, id: string): Promise<void> {
    return withLease(this.pool, lease, async (client) => {
      // Unpaid again, so that a removed webhook or a deleted saved search has its charge voided too.
      await client.query(
        `UPDATE notifier.delivery SET is_unmade = true, state = 'unpaid' WHERE delivery_id = $1`,
        [id],
      );
    });
  }

  /** Deletes a delivery marked for it; its matches wait again. */
  discard(lease: Lease, id: string): Promise<void> {
    return withLease(this.pool, lease, async (client) => {
      await client.query(
        `WITH discarded AS (DELETE FROM notifier.delivery WHERE delivery_id = $1 RETURNING saved_search_id, signal_ids)
         UPDATE notifier.match SET waits = true FROM discarded
         WHERE match.saved_search_id = discarded.saved_search_id AND signal_id = ANY(discarded.signal_ids)`,
        [id],
      );
    });
  }

  /**
   * Removes signals that are not published. Without signals, the delivery counts as delivered: there is nothing to send.
   *
   * Only the sent text lacks them if the delivery's last attempt succeeded: the next replay may have them again. If not,
   * they may never have been delivered: published again, they match again, and the ledger does not charge them again.
   */
  removeSignals(
    lease: Lease,
    { delivery_id: id, signal_ids: all, attempts, last_failure: failure }: DeliveryRow,
    left: readonly string[],
    body: string,
  ): Promise<void> {
    return withLease(this.pool, lease, async (client) => {
      if (left.length === 0)
        await client.query(`UPDATE notifier.delivery SET state = 'delivered' WHERE delivery_id = $1`, [id]);
      if (attempts > 0 && failure === null) return;
      await client.query('UPDATE notifier.delivery SET signal_ids = $2, body = $3 WHERE delivery_id = $1', [
        id,
        left,
        body,
      ]);
      const gone = all.filter((signalId) => !left.includes(signalId));
      await forgetMatches(
        client,
        lease.savedSearchId,
        gone.map((signalId) => ({ signalId, version: undefined })),
      );
    });
  }

  /** Has the delivery's retries start over. */
  endRound(lease: Lease, id: string): Promise<void> {
    return withLease(this.pool, lease, async (client) => {
      await client.query(
        'UPDATE notifier.delivery SET round_attempts = 0, round_began_at = NULL WHERE delivery_id = $1',
        [id],
      );
    });
  }

  /**
   * Makes the delivery due. If its saved search was waiting for records, the account's other waiting searches resume
   * too.
   *
   * @returns false if the delivery was given up meanwhile.
   */
  async recordPayment(lease: Lease, id: string, records: number): Promise<boolean> {
    const { isPaid, hasWaited } = await withLease(this.pool, lease, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE notifier.delivery SET state = 'pending', paid_at = now(), charged_records = $2, next_attempt_at = now()
         WHERE delivery_id = $1 AND NOT is_unmade`,
        [id, records],
      );
      if (!rowCount) return { isPaid: false, hasWaited: false };
      const changed = await setState(client, lease.savedSearchId, 'waiting_for_records', 'active');
      return { isPaid: true, hasWaited: changed };
    });
    // If the process dies before this line, the next paid delivery does it.
    if (hasWaited) await wakeWaiting(this.pool, lease.accountId);
    return isPaid;
  }

  async startWaitingForRecords(lease: Lease): Promise<void> {
    await withLease(this.pool, lease, (client) =>
      setState(client, lease.savedSearchId, 'active', 'waiting_for_records'),
    );
  }

  async stopWaitingForRecords(lease: Lease): Promise<void> {
    await withLease(this.pool, lease, (client) =>
      setState(client, lease.savedSearchId, 'waiting_for_records', 'active'),
    );
  }

  /** From here on, the delivery may have been sent. @throws LeaseLostError */
  async beginAttempts({ savedSearchId, token }: Lease, id: string, at: Date): Promise<void> {
    const { rowCount } = await this.pool.query(
      `UPDATE notifier.delivery SET last_attempt_at = $2 WHERE delivery_id = $1
         AND EXISTS (SELECT FROM notifier.webhook_queue WHERE saved_search_id = $3 AND lease = $4)`,
      [id, at, savedSearchId, token],
    );
    if (!rowCount) throw new LeaseLostError('the lease of the saved search was lost');
  }

  async recordAttempt(lease: Lease, id: string, attempt: Attempt): Promise<void> {
    await withLease(this.pool, lease, async (client) => {
      const row = await storeAttempt(client, lease.savedSearchId, id, attempt);
      if (row && this.sendsMail) await tellFailure(client, row, attempt);
    });
  }

  /** Newest first. */
  async list(
    savedSearchId: string,
    before: string | undefined,
    limit: number,
  ): Promise<DeliverySummaryRow[]> {
    const { rows } = await this.pool.query<DeliverySummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM notifier.delivery WHERE saved_search_id = $1 AND ($2::uuid IS NULL OR delivery_id < $2)
       ORDER BY delivery_id DESC LIMIT $3`,
      [savedSearchId, before ?? null, limit],
    );
    return rows;
  }
}

/** Work under a lease, which lasts beyond its time until another process takes it over. @throws LeaseLostError */
export function withLease<Result>(
  pool: Pool,
  { savedSearchId, token }: Lease,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    // Lock the saved search first, as changes, deletions, and new matches do, so they never deadlock.
    await client.query('SELECT FROM notifier.saved_search WHERE saved_search_id = $1 FOR NO KEY UPDATE', [
      savedSearchId,
    ]);
    const { rowCount } = await client.query(
      'SELECT FROM notifier.webhook_queue WHERE saved_search_id = $1 AND lease = $2 FOR UPDATE',
      [savedSearchId, token],
    );
    if (!rowCount) throw new LeaseLostError('the lease of the saved search was lost');
    return work(client);
  });
}

/** @returns whether it changed. */
async function setState(client: PoolClient, id: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE notifier.saved_search SET state = $3 WHERE saved_search_id = $1 AND state = $2',
    [id, from, to],
  );
  return Boolean(rowCount);
}
