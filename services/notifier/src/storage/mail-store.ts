import { inTransaction } from '@heliograph/postgres';
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { AlertContent } from '../domain/alert';
import type { DigestContent, MailRefusal } from '../domain/digest';

/** An email leased to this process. */
export type MailLease = LeasedMail &
  (
    | { kind: 'digest'; savedSearchId: string; content: DigestContent }
    | { kind: 'alert'; savedSearchId: null; content: AlertContent }
  );

interface LeasedMail {
  id: string;
  accountId: string;
  createdAt: Date;
  /** Attempts before this one. */
  attempts: number;
  token: string;
}

/** How an attempt is recorded. */
export type MailResult =
  | { state: 'sent' | 'canceled' }
  | { state: 'refused'; address: string; status: number | undefined }
  /** @param nextInMs undefined to give up. */
  | { state: 'failed'; reason: string; nextInMs: number | undefined };

/** Emails to send, and addresses that were refused. */
export class MailStore {
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
  ) {}

  /** Leases up to this many due emails, longest waiting first. */
  async claim(limit: number, token: string): Promise<MailLease[]> {
    const { rows } = await this.pool.query<MailLease>(
      `UPDATE notifier.mail SET lease = $1, lease_until = now() + make_interval(secs => $3)
       FROM (
         SELECT mail_id FROM notifier.mail
         WHERE state = 'pending' AND next_at <= now() AND (lease_until IS NULL OR lease_until < now())
         ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
       WHERE mail.mail_id = due.mail_id
       RETURNING mail.mail_id AS id, kind, saved_search_id AS "savedSearchId", account_id AS "accountId", content,
         created_at AS "createdAt", attempts`,
      [token, limit, this.leaseSeconds],
    );
    return rows.map((row) => ({ ...row, token }));
  }

  /**
   * Does nothing if the lease was lost: its new holder sends the email again, with the same Message-ID. What a digest
   * that is not sent would have said is in the next one.
   */
  async record(lease: MailLease, result: MailResult): Promise<void> {
    const { id, accountId, token } = lease;
    const isFailed = result.state === 'failed';
    const nextInMs = isFailed ? result.nextInMs : undefined;
    const state = !isFailed ? result.state : nextInMs === undefined ? 'given_up' : 'pending';
    const isUnsentDigest = lease.kind === 'digest' && state !== 'sent' && state !== 'pending';
    await inTransaction(this.pool, async (client) => {
      if (isUnsentDigest) await lockDigest(client, lease.savedSearchId);
      const { rows } = await client.query<{ before: string }>(
        // An email canceled meanwhile stays canceled.
        `UPDATE notifier.mail SET state = CASE WHEN before = 'pending' THEN $3 ELSE before END, attempts = attempts + 1,
           next_at = coalesce(now() + make_interval(secs => $4), next_at), last_failure = $5, lease = NULL, lease_until = NULL
         FROM (SELECT mail_id, state AS before FROM notifier.mail WHERE mail_id = $1 FOR UPDATE) AS found
         WHERE mail.mail_id = found.mail_id AND lease = $2
         RETURNING before`,
        [
          ...[id, token, state, nextInMs === undefined ? null : nextInMs / 1_000],
          isFailed ? result.reason : null,
        ],
      );
      const [updated] = rows;
      if (!updated) return;
      if (isUnsentDigest && updated.before === 'pending') await coverAgain(client, lease);
      if (result.state !== 'refused') return;
      await client.query(
        `INSERT INTO notifier.refused_address (account_id, address_sha256, status) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET address_sha256 = $2, status = $3, refused_at = now()`,
        [accountId, hashOf(result.address), result.status ?? null],
      );
    });
  }

  /** Whether and why an account's address was refused. The account's other addresses are not affected. */
  async refusalOf(accountId: string, address: string): Promise<MailRefusal | undefined> {
    const { rows } = await this.pool.query<{ refused_at: Date; status: number | null }>(
      'SELECT refused_at, status FROM notifier.refused_address WHERE account_id = $1 AND address_sha256 = $2',
      [accountId, hashOf(address)],
    );
    return rows[0] && { at: rows[0].refused_at, status: rows[0].status ?? undefined };
  }
}

const hashOf = (address: string) => createHash('sha256').update(address).digest();

/** Its end locks a digest before its emails. */
async function lockDigest(client: PoolClient, savedSearchId: string): Promise<void> {
  await client.query('SELECT FROM notifier.digest WHERE saved_search_id = $1 FOR UPDATE', [savedSearchId]);
}

/**
 * Has a digest begin where an email began that is not sent, unless another email was created since. A count in progress
 * starts over.
 */
async function coverAgain(
  client: PoolClient,
  { id, savedSearchId, content: { since, after } }: MailLease & { kind: 'digest' },
): Promise<void> {
  await client.query(
    `UPDATE notifier.digest SET covered_since = $3, covered_version = $4, covered_id = $5,
       lease = NULL, lease_until = NULL
     WHERE saved_search_id = $2 AND NOT EXISTS (
       SELECT FROM notifier.mail AS unsent JOIN notifier.mail AS later USING (saved_search_id)
       WHERE unsent.mail_id = $1 AND later.period_end > unsent.period_end)`,
    [id, savedSearchId, since, after?.version ?? null, after?.id ?? null],
  );
}
