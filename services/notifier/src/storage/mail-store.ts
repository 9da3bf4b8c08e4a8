import { inTransaction } from '@heliograph/postgres';
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { AlertContent } from '../domain/alert';
import type { DigestContent, MailRefusal } from '../domain/digest';
import type { FailureContent } from '../domain/failure-mail';

/** An email leased to this process. */
export type MailLease = LeasedMail &
  (
    | { kind: 'digest'; savedSearchId: string; content: DigestContent }
    | { kind: 'alert'; savedSearchId: null; content: AlertContent }
    | { kind: 'webhook'; savedSearchId: string; content: FailureContent }
  );

interface LeasedMail {
  id: string;
  accountId: string;
  createdAt: Date;
  /** Of an alert; null in emails that the previous version created. */
  occasion: string | null;
  /** Attempts before this one. */
  attempts: number;
  token: string;
}

/** How an attempt is recorded. */
export type MailResult =
  | { state: 'sent' | 'canceled' }
  /** @param nextInMs undefined to give up. */
  | { state: 'refused'; address: string; status: number | undefined; nextInMs: number | undefined }
  /** Its address was refused. @param nextInMs undefined to give up. */
  | { state: 'held'; nextInMs: number | undefined }
  /** @param nextInMs undefined to give up. */
  | { state: 'failed'; reason: string; nextInMs: number | undefined };

/** Of emails that are not tried again. */
const FINAL_STATES = {
  sent: 'sent',
  canceled: 'canceled',
  refused: 'refused',
  held: 'canceled',
  failed: 'given_up',
} as const;

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
         occasion, created_at AS "createdAt", attempts`,
      [token, limit, this.leaseSeconds],
    );
    return rows.map((row) => ({ ...row, token }));
  }

  /**
   * Does nothing if the lease was lost: its new holder sends the email again, with the same Message-ID. What a digest
   * that is not sent would have said is in the next one; an alert that is not sent is created again if it still holds.
   */
  async record(lease: MailLease, result: MailResult): Promise<void> {
    const { id, accountId, token } = lease;
    const nextInMs = 'nextInMs' in result ? result.nextInMs : undefined;
    const state = nextInMs === undefined ? FINAL_STATES[result.state] : 'pending';
    const isUnsent = state !== 'sent' && state !== 'pending';
    await inTransaction(this.pool, async (client) => {
      if (isUnsent) await lockOrigin(client, lease);
      const { rows } = await client.query<{ before: string }>(
        // An email canceled meanwhile stays canceled.
        `UPDATE notifier.mail SET state = CASE WHEN before = 'pending' THEN $3 ELSE before END, attempts = attempts + 1,
           next_at = coalesce(now() + make_interval(secs => $4), next_at), last_failure = $5, lease = NULL, lease_until = NULL
         FROM (SELECT mail_id, state AS before FROM notifier.mail WHERE mail_id = $1 FOR UPDATE) AS found
         WHERE mail.mail_id = found.mail_id AND lease = $2
         RETURNING before`,
        [
          ...[id, token, state, nextInMs === undefined ? null : nextInMs / 1_000],
          result.state === 'failed' ? result.reason : null,
        ],
      );
      const [updated] = rows;
      if (!updated) return;
      if (isUnsent && updated.before === 'pending') {
        if (lease.kind === 'digest') await coverAgain(client, lease);
        if (lease.kind === 'alert') await forgetOccasion(client, lease);
      }
      if (result.state !== 'refused') return;
      await client.query(
        `INSERT INTO notifier.refused_address (account_id, address_sha256, status) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET address_sha256 = $2, status = $3, refused_at = now()`,
        [accountId, hashOf(result.address), result.status ?? null],
      );
    });
  }

  /**
   * Has what an old digest would say counted again now, up to now, instead of sending it.
   *
   * @returns false if another email was created since: then it is sent.
   */
  replace(lease: MailLease & { kind: 'digest' }): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      await lockOrigin(client, lease);
      if (!(await coverAgain(client, lease))) return false;
      await client.query(
        'UPDATE notifier.digest SET period_end = now(), next_at = now() WHERE saved_search_id = $1',
        [lease.savedSearchId],
      );
      await client.query(
        `UPDATE notifier.mail SET state = 'canceled', lease = NULL, lease_until = NULL
         WHERE mail_id = $1 AND lease = $2 AND state = 'pending'`,
        [lease.id, lease.token],
      );
      return true;
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

/** What ends a digest or an account's alerts locks them before their emails. */
async function lockOrigin(client: PoolClient, lease: MailLease): Promise<void> {
  if (lease.kind === 'digest')
    await client.query('SELECT FROM notifier.digest WHERE saved_search_id = $1 FOR UPDATE', [
      lease.savedSearchId,
    ]);
  if (lease.kind === 'alert')
    await client.query('SELECT FROM notifier.alert WHERE account_id = $1 FOR UPDATE', [lease.accountId]);
}

/**
 * Has a digest begin where an email began that is not sent, unless another email was created since. A count in progress
 * starts over. @returns whether it does.
 */
async function coverAgain(
  client: PoolClient,
  { id, savedSearchId, content: { since, after } }: MailLease & { kind: 'digest' },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE notifier.digest SET covered_since = $3, covered_version = $4, covered_id = $5,
       lease = NULL, lease_until = NULL
     WHERE saved_search_id = $2 AND NOT EXISTS (
       SELECT FROM notifier.mail AS unsent JOIN notifier.mail AS later USING (saved_search_id)
       WHERE unsent.mail_id = $1 AND later.period_end > unsent.period_end)`,
    [id, savedSearchId, since, after?.version ?? null, after?.id ?? null],
  );
  return Boolean(rowCount);
}

/** Has the next check create an alert again that was not sent, if it still holds and there is an address to send it to. */
async function forgetOccasion(
  client: PoolClient,
  { accountId, occasion, content }: MailLease & { kind: 'alert' },
): Promise<void> {
  if (occasion === null || content.about === 'top_up') return;
  await client.query('DELETE FROM notifier.alert_occasion WHERE account_id = $1 AND occasion = $2', [
    accountId,
    occasion,
  ]);
  await client.query(
    `UPDATE notifier.alert SET next_at = now(), lease = NULL, lease_until = NULL,
       was_above = was_above OR coalesce(balance_below_micros = $2::bigint, false)
     WHERE account_id = $1`,
    [accountId, content.about === 'balance' ? content.below : null],
  );
}
