import { DIGEST } from '@heliograph/contract';
import { inTransaction } from '@heliograph/postgres';
import { search } from '@heliograph/proto';
import type { Pool, PoolClient } from 'pg';
import type { DigestContent, DigestSettings, MailFrequency } from '../domain/digest';
import { LeaseLostError } from './delivery-store';
import { tryAgain } from './try-again';

/** A leased digest whose period is over. */
export interface DigestLease {
  savedSearchId: string;
  accountId: string;
  name: string;
  filters: search.Filters;
  frequency: MailFrequency;
  coveredSince: Date;
  /** Where counting stopped; undefined before the first count. */
  position: search.ChangePosition | undefined;
  periodEnd: Date;
  /** Consecutive failures. */
  attempts: number;
  token: string;
}

/** What an email covers, and what comes next. */
interface Coverage {
  /** When counting started. */
  until: Date;
  /** Undefined if only the time is known. */
  position: search.ChangePosition | undefined;
  nextEnd: Date;
}

interface LeaseRow {
  saved_search_id: string;
  account_id: string;
  name: string;
  filters: Buffer;
  frequency: MailFrequency;
  covered_since: Date;
  covered_version: string | null;
  covered_id: string | null;
  period_end: Date;
  attempts: number;
}

/** Which saved searches are sent by email, and which emails are due. */
export class DigestStore {
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
  ) {}

  /** @returns null without a digest; undefined if the account has no such saved search. */
  async find(accountId: string, savedSearchId: string): Promise<DigestSettings | null | undefined> {
    const { rows } = await this.pool.query<{ frequency: MailFrequency | null; next_at: Date }>(
      `SELECT frequency, next_at FROM notifier.saved_search LEFT JOIN notifier.digest USING (saved_search_id)
       WHERE saved_search_id = $1 AND saved_search.account_id = $2 AND NOT is_test`,
      [savedSearchId, accountId],
    );
    const [row] = rows;
    if (!row) return undefined;
    return row.frequency === null ? null : { frequency: row.frequency, nextAt: row.next_at };
  }

  /**
   * Begins or changes a digest, and has a refused address tried again. A new digest counts from now.
   *
   * @returns why not: the account has no such saved search, or has the maximum number of digests.
   */
  set(
    accountId: string,
    savedSearchId: string,
    frequency: MailFrequency,
    periodEnd: Date,
  ): Promise<'set' | 'no_search' | 'too_many'> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockSearch(client, accountId, savedSearchId))) return 'no_search';
      await tryAgain(client, accountId);
      const { rowCount } = await client.query(
        `UPDATE notifier.digest SET frequency = $2, period_end = $3, next_at = $3, attempts = 0,
           lease = NULL, lease_until = NULL
         WHERE saved_search_id = $1`,
        [savedSearchId, frequency, periodEnd],
      );
      if (rowCount) return 'set';
      const inserted = await client.query(
        `INSERT INTO notifier.digest (saved_search_id, account_id, slot, frequency, period_end, next_at)
         SELECT $1, $2, slot, $3, $4, $4 FROM generate_series(1, $5::integer) AS slot
         WHERE NOT EXISTS (SELECT FROM notifier.digest AS taken WHERE taken.account_id = $2 AND taken.slot = slot.slot)
         ORDER BY slot LIMIT 1`,
        [savedSearchId, accountId, frequency, periodEnd, DIGEST.maximum],
      );
      return inserted.rowCount ? 'set' : 'too_many';
    });
  }

  /**
   * @param accountId undefined for a link, which names only the saved search. @returns whether the saved search exists.
   */
  end(accountId: string | undefined, savedSearchId: string): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const isThere = await lockSearch(client, accountId, savedSearchId);
      if (!isThere) return false;
      await client.query('DELETE FROM notifier.digest WHERE saved_search_id = $1', [savedSearchId]);
      await client.query(
        `UPDATE notifier.mail SET state = 'canceled' WHERE saved_search_id = $1 AND state = 'pending'`,
        [savedSearchId],
      );
      return true;
    });
  }

  /** Leases up to this many due digests, longest waiting first. */
  async claim(limit: number, token: string): Promise<DigestLease[]> {
    const { rows } = await this.pool.query<LeaseRow>(
      `UPDATE notifier.digest SET lease = $1, lease_until = now() + make_interval(secs => $3)
       FROM (
         SELECT saved_search_id FROM notifier.digest
         WHERE next_at <= now() AND (lease_until IS NULL OR lease_until < now())
         ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
         JOIN notifier.saved_search AS saved USING (saved_search_id)
       WHERE digest.saved_search_id = due.saved_search_id
       RETURNING digest.saved_search_id, digest.account_id, name, filters, frequency, covered_since, covered_version,
         covered_id::text, period_end, attempts`,
      [token, limit, this.leaseSeconds],
    );
    return rows.map((row) => leaseFromRow(row, token));
  }

  /**
   * Stores the period's email, if any, and begins the next period, together. If the process dies before the commit, the
   * period is counted again. If it dies after, the email exists once, since a saved search has one per end of a period.
   *
   * @throws LeaseLostError also when the frequency changed meanwhile.
   */
  async finish(
    lease: DigestLease,
    coverage: Coverage,
    mail: { id: string; content: DigestContent } | undefined,
  ): Promise<void> {
    const { savedSearchId, accountId, periodEnd, token } = lease;
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE notifier.digest SET covered_since = $3, covered_version = $4, covered_id = $5, period_end = $6,
           next_at = $6, attempts = 0, lease = NULL, lease_until = NULL WHERE saved_search_id = $1 AND lease = $2`,
        [
          ...[savedSearchId, token, coverage.until],
          ...[coverage.position?.version ?? null, coverage.position?.id ?? null, coverage.nextEnd],
        ],
      );
      if (!rowCount) throw new LeaseLostError('the lease of the digest was lost');
      if (!mail) return;
      await client.query(
        `INSERT INTO notifier.mail (mail_id, saved_search_id, account_id, period_end, content)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (saved_search_id, period_end) DO NOTHING`,
        [mail.id, savedSearchId, accountId, periodEnd, mail.content],
      );
    });
  }

  /** Continues counting the same period from a position. */
  async countOn(
    { savedSearchId, token }: DigestLease,
    since: Date,
    position: Coverage['position'],
  ): Promise<void> {
    await this.pool.query(
      `UPDATE notifier.digest SET covered_since = $3, covered_version = $4, covered_id = $5, next_at = now(), attempts = 0,
         lease = NULL, lease_until = NULL
       WHERE saved_search_id = $1 AND lease = $2`,
      [savedSearchId, token, since, position?.version ?? null, position?.id ?? null],
    );
  }

  /** Merges this period into the next, which ends then. */
  async extend({ savedSearchId, token }: DigestLease, nextEnd: Date): Promise<void> {
    await this.pool.query(
      `UPDATE notifier.digest SET next_at = $3, period_end = $3, attempts = 0, lease = NULL, lease_until = NULL
       WHERE saved_search_id = $1 AND lease = $2`,
      [savedSearchId, token, nextEnd],
    );
  }

  /** Tries again later, after a failure. */
  async postpone({ savedSearchId, token }: DigestLease, inMs: number): Promise<void> {
    await this.pool.query(
      `UPDATE notifier.digest SET next_at = now() + make_interval(secs => $3), attempts = attempts + 1,
         lease = NULL, lease_until = NULL
       WHERE saved_search_id = $1 AND lease = $2`,
      [savedSearchId, token, inMs / 1_000],
    );
  }
}

/**
 * Until the transaction ends, only its holder changes the account's saved searches and digests.
 *
 * @returns whether the saved search exists.
 */
async function lockSearch(
  client: PoolClient,
  accountId: string | undefined,
  savedSearchId: string,
): Promise<boolean> {
  await client.query('SELECT FROM notifier.saved_search_state FOR UPDATE');
  const { rowCount } = await client.query(
    `SELECT FROM notifier.saved_search
     WHERE saved_search_id = $1 AND ($2::uuid IS NULL OR account_id = $2) AND NOT is_test FOR KEY SHARE`,
    [savedSearchId, accountId ?? null],
  );
  return Boolean(rowCount);
}

function leaseFromRow(row: LeaseRow, token: string): DigestLease {
  return {
    savedSearchId: row.saved_search_id,
    accountId: row.account_id,
    name: row.name,
    filters: search.Filters.decode(row.filters),
    frequency: row.frequency,
    coveredSince: row.covered_since,
    position:
      row.covered_version === null
        ? undefined
        : { version: BigInt(row.covered_version), id: row.covered_id ?? '0' },
    periodEnd: row.period_end,
    attempts: row.attempts,
    token,
  };
}
