import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { Account } from '../domain/account';
import type { AccessRestriction } from '../domain/restriction';
import type { SessionLifetime, WebSession } from '../domain/session';
import { writeAudit, type Actor } from './audit';
import {
  accountFromRow,
  restrictionFromRow,
  WEB_SESSION_COLUMNS,
  webSessionFromRow,
  type AccountRow,
  type WebSessionRow,
} from './mapping';

/** The shortest time between two writes to a session. */
const SEEN_EVERY_SECONDS = 60;

interface FoundSession {
  session: WebSession;
  isExpired: boolean;
  account: Account;
  restriction: AccessRestriction;
}

interface FoundRow extends Omit<AccountRow, 'created_at'>, Omit<WebSessionRow, 'created_at'> {
  session_created_at: Date;
  account_created_at: Date;
  is_expired: boolean;
  restriction_active: boolean;
  restriction_message: string;
  restriction_changed_at: Date | null;
}

/**
 * Finds the session and, if it may continue, extends its idle expiry, in one round trip. The statement does not see
 * what its update writes, so the new times come from RETURNING; of two columns with the same name the driver keeps the
 * last.
 */
const AUTHENTICATE = {
  name: 'authenticate_session',
  text: `WITH found AS (
      SELECT account.account_id, account.email, account.plan, account.status, account.name, account.role,
        account.last_sign_in_at, account.logs_queries, account.created_at AS account_created_at,
        session.session_id, session.created_at AS session_created_at, session.last_seen_at, session.idle_expires_at, session.expires_at, session.user_agent, session.address,
        least(session.idle_expires_at, session.expires_at) <= now() AS is_expired,
        restriction.active AS restriction_active, restriction.message AS restriction_message,
        restriction.changed_at AS restriction_changed_at
      FROM identity.web_session AS session
      JOIN identity.account ON account.account_id = session.account_id
      CROSS JOIN identity.access_restriction AS restriction
      WHERE session.token_hash = $1
    ), seen AS (
      UPDATE identity.web_session AS session
      SET last_seen_at = now(), idle_expires_at = least(now() + make_interval(mins => $2), session.expires_at)
      FROM found
      WHERE session.session_id = found.session_id AND NOT found.is_expired AND found.status = 'active'
        AND session.last_seen_at <= now() - make_interval(secs => $3)
      RETURNING session.session_id, session.last_seen_at AS seen_at, session.idle_expires_at AS moved_to
    )
    SELECT found.*, coalesce(seen_at, last_seen_at) AS last_seen_at,
      coalesce(moved_to, idle_expires_at) AS idle_expires_at
    FROM found LEFT JOIN seen USING (session_id)`,
};

export class WebSessionStore {
  private readonly seenEverySeconds: number;

  constructor(
    private readonly pool: Pool,
    private readonly lifetime: SessionLifetime,
  ) {
    // A short idle time needs more frequent writes: a session in use must not expire between two of them.
    this.seenEverySeconds = Math.min(SEEN_EVERY_SECONDS, (lifetime.idleMinutes * 60) / 10);
  }

  /** The session with this SHA-256, and the state of it and its account. */
  async authenticate(tokenHash: Buffer): Promise<FoundSession | undefined> {
    const { rows } = await this.pool.query<FoundRow>({
      ...AUTHENTICATE,
      values: [tokenHash, this.lifetime.idleMinutes, this.seenEverySeconds],
    });
    const [row] = rows;
    if (!row) return undefined;
    return {
      session: webSessionFromRow({ ...row, created_at: row.session_created_at }),
      isExpired: row.is_expired,
      account: accountFromRow({ ...row, created_at: row.account_created_at }),
      restriction: restrictionFromRow({
        active: row.restriction_active,
        message: row.restriction_message,
        changed_at: row.restriction_changed_at,
      }),
    };
  }

  /** Ends the session with this SHA-256, if there is one. */
  async end(tokenHash: Buffer, actor: Actor): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ session_id: string; account_id: string }>(
        'DELETE FROM identity.web_session WHERE token_hash = $1 RETURNING session_id, account_id',
        [tokenHash],
      );
      const [ended] = rows;
      if (!ended) return;
      const { account_id: accountId, session_id: sessionId } = ended;
      await writeAudit(
        client,
        { ...actor, accountId, sessionId },
        { action: 'session.end', accountId, detail: { sessionId } },
      );
    });
  }

  /** Usable sessions of an account, most recently seen first. */
  async list(accountId: string): Promise<WebSession[]> {
    const { rows } = await this.pool.query<WebSessionRow>(
      `SELECT ${WEB_SESSION_COLUMNS} FROM identity.web_session
       WHERE account_id = $1 AND least(idle_expires_at, expires_at) > now()
       ORDER BY last_seen_at DESC, session_id DESC`,
      [accountId],
    );
    return rows.map(webSessionFromRow);
  }

  /** @returns whether the account had such a session. */
  async revoke(accountId: string, sessionId: string, actor: Actor): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ user_agent: string }>(
        'DELETE FROM identity.web_session WHERE account_id = $1 AND session_id = $2 RETURNING user_agent',
        [accountId, sessionId],
      );
      const [revoked] = rows;
      if (!revoked) return false;
      await writeAudit(client, actor, {
        action: 'session.revoke',
        accountId,
        detail: { sessionId, userAgent: revoked.user_agent },
      });
      return true;
    });
  }

  /**
   * Ends all sessions of an account and, if requested, those of the command-line client and the logins its user has
   * approved but no client has redeemed yet.
   *
   * @returns how many sessions ended.
   */
  async revokeAll(accountId: string, includeCli: boolean, actor: Actor): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const remove = async (table: string) =>
        (await client.query(`DELETE FROM identity.${table} WHERE account_id = $1`, [accountId])).rowCount ??
        0;
      // Codes before sessions: an exchange in progress has taken its code, and its session is then waited for.
      if (includeCli) {
        await remove('cli_authorization_code');
        await remove('cli_device_login');
      }
      const web = await remove('web_session');
      const cli = includeCli ? await remove('cli_session') : 0;
      if (web + cli > 0) {
        await writeAudit(client, actor, {
          action: 'session.revoke_all',
          accountId,
          detail: { web, cli },
        });
      }
      return web + cli;
    });
  }
}
