import { inTransaction } from '@heliograph/postgres';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
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

  /** Does nothing if the lease was lost: its new holder sends the email again, with the same Message-ID. */
  async record({ id, accountId, token }: MailLease, result: MailResult): Promise<void> {
    const isFailed = result.state === 'failed';
    const nextInMs = isFailed ? result.nextInMs : undefined;
    const state = !isFailed ? result.state : nextInMs === undefined ? 'given_up' : 'pending';
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        // An email canceled meanwhile stays canceled.
        `UPDATE notifier.mail SET state = CASE WHEN state = 'pending' THEN $3 ELSE state END, attempts = attempts + 1,
           next_at = coalesce(now() + make_interval(secs => $4), next_at), last_failure = $5, lease = NULL, lease_until = NULL
         WHERE mail_id = $1 AND lease = $2`,
        [
          ...[id, token, state, nextInMs === undefined ? null : nextInMs / 1_000],
          isFailed ? result.reason : null,
        ],
      );
      if (!rowCount || result.state !== 'refused') return;
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
