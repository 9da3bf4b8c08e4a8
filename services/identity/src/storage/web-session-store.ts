import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';
import type { Account } from '../domain/account';
import type { MemberRole, User } from '../domain/member';
import type { AccessRestriction } from '../domain/restriction';
import type { SessionLifetime, WebSession } from '../domain/session';
import { ownActor, writeAudit, type Actor } from './audit';
import {
  accountFromRow,
  restrictionFromRow,
  USER_COLUMNS,
  userFromRow,
  WEB_SESSION_COLUMNS,
  webSessionFromRow,
  type AccountRow,
  type UserRow,
  type WebSessionRow,
} from './mapping';

/** Shortest time between two writes to a session. */
const SEEN_EVERY_SECONDS = 60;

/** Who owns sessions: a user, or an account. */
export interface SessionOwner {
  accountId: string;
  userId: string | undefined;
}

interface FoundSession {
  session: WebSession;
  isExpired: boolean;
  /** The account it works in, with its user's operator role. */
  account: Account;
  user: User;
  /** The user's role in the account; undefined if they are no longer a member. */
  memberRole: MemberRole | undefined;
  restriction: AccessRestriction;
}

interface FoundRow extends Omit<AccountRow, 'created_at'>, Omit<WebSessionRow, 'created_at'>, UserRow {
  member_role: MemberRole | null;
  session_created_at: Date;
  account_created_at: Date;
  is_expired: boolean;
  restriction_active: boolean;
  restriction_message: string;
  restriction_changed_at: Date | null;
}

/**
 * Finds the session with its user and, if its user is there and it may continue, extends its idle expiry, in one round
 * trip. A suspended user is kept out of every account; while another account is suspended, sessions in it are in their
 * users' home accounts.
 * The statement does not see what its update writes, so the new times come from RETURNING; of two columns with the same
 * name, the driver keeps the last.
 */
const AUTHENTICATE = {
  name: 'authenticate_session',
  text: `WITH found AS (
      SELECT account.account_id, account.email, account.plan, account.name, home.role,
        home.status, account.last_sign_in_at, account.logs_queries, account.is_email_verified,
        account.created_at AS account_created_at,
        ${USER_COLUMNS}, membership.role AS member_role,
        session.session_id, session.created_at AS session_created_at, session.last_seen_at, session.idle_expires_at, session.expires_at, session.user_agent, session.address,
        least(session.idle_expires_at, session.expires_at) <= now() AS is_expired,
        restriction.active AS restriction_active, restriction.message AS restriction_message,
        restriction.changed_at AS restriction_changed_at
      FROM identity.web_session AS session
      JOIN identity.user AS person ON person.user_id = session.user_id
      JOIN identity.account AS home ON home.account_id = person.home_account_id
      LEFT JOIN identity.account AS current
        ON current.account_id = session.current_account_id AND current.status = 'active'
      JOIN identity.account ON account.account_id = coalesce(current.account_id, home.account_id)
      LEFT JOIN identity.membership
        ON membership.account_id = account.account_id AND membership.user_id = person.user_id
      CROSS JOIN identity.access_restriction AS restriction
      WHERE session.token_hash = $1 AND ($4 OR session.current_account_id IS NULL)
    ), seen AS (
      UPDATE identity.web_session AS session
      SET last_seen_at = now(), idle_expires_at = least(now() + make_interval(mins => $2), session.expires_at)
      FROM found
      WHERE session.session_id = found.session_id AND NOT found.is_expired AND found.status = 'active'
        AND found.member_role IS NOT NULL
        AND session.last_seen_at <= now() - make_interval(secs => $3) AND NOT $5
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

  /**
   * The session with this SHA-256, and the state of the session, its user, and its account.
   *
   * @param isAnywhere whether it may work in an account other than its user's home.
   * @param isUnattended whether this is no use of it by its user.
   */
  async authenticate(
    tokenHash: Buffer,
    { isAnywhere, isUnattended }: { isAnywhere: boolean; isUnattended: boolean },
  ): Promise<FoundSession | undefined> {
    const { rows } = await this.pool.query<FoundRow>({
      ...AUTHENTICATE,
      values: [tokenHash, this.lifetime.idleMinutes, this.seenEverySeconds, isAnywhere, isUnattended],
    });
    const [row] = rows;
    if (!row) return undefined;
    return {
      session: webSessionFromRow({ ...row, created_at: row.session_created_at }),
      isExpired: row.is_expired,
      account: accountFromRow({ ...row, created_at: row.account_created_at }),
      user: userFromRow(row),
      memberRole: row.member_role ?? undefined,
      restriction: restrictionFromRow({
        active: row.restriction_active,
        message: row.restriction_message,
        changed_at: row.restriction_changed_at,
      }),
    };
  }

  /** Ends the session with this SHA-256, if there is one. @returns its ID token, if it has one. */
  async end(tokenHash: Buffer, actor: Actor): Promise<string | undefined> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<
        Record<'session_id' | 'account_id' | 'user_id', string> & { id_token: string | null }
      >(
        'DELETE FROM identity.web_session WHERE token_hash = $1 RETURNING session_id, account_id, user_id, id_token',
        [tokenHash],
      );
      const [ended] = rows;
      if (!ended) return undefined;
      const { account_id: accountId, session_id: sessionId, user_id: userId } = ended;
      await writeAudit(
        client,
        { ...actor, accountId, sessionId, userId },
        { action: 'session.end', accountId, detail: { sessionId } },
      );
      return ended.id_token ?? undefined;
    });
  }

  /** Usable sessions of a user, or of an account's own user, most recently seen first. */
  async list({ accountId, userId }: SessionOwner): Promise<WebSession[]> {
    const { rows } = await this.pool.query<WebSessionRow>(
      `SELECT ${WEB_SESSION_COLUMNS} FROM identity.web_session
       WHERE ${userId === undefined ? 'account_id' : 'user_id'} = $1 AND least(idle_expires_at, expires_at) > now()
       ORDER BY last_seen_at DESC, session_id DESC`,
      [userId ?? accountId],
    );
    return rows.map(webSessionFromRow);
  }

  /** @returns whether the user, or the account's own, had such a session. */
  async revoke({ accountId, userId }: SessionOwner, sessionId: string, actor: Actor): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ account_id: string; user_agent: string }>(
        `DELETE FROM identity.web_session
         WHERE ${userId === undefined ? 'account_id' : 'user_id'} = $1 AND session_id = $2
         RETURNING account_id, user_agent`,
        [userId ?? accountId, sessionId],
      );
      const [revoked] = rows;
      if (!revoked) return false;
      await writeAudit(client, ownActor(actor, revoked.account_id, userId), {
        action: 'session.revoke',
        accountId: revoked.account_id,
        detail: { sessionId, userAgent: revoked.user_agent },
      });
      return true;
    });
  }

  /**
   * Ends all sessions of a user, or else of everyone in an account, and, if requested, those of the command-line client
   * and approved logins that no client has redeemed yet.
   *
   * @returns how many sessions ended.
   */
  async revokeAll({ accountId, userId }: SessionOwner, includeCli: boolean, actor: Actor): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const remove = async (table: string, condition = 'account_id = $1') =>
        (
          await client.query(
            `DELETE FROM identity.${table} WHERE ${userId === undefined ? condition : 'user_id = $1'}`,
            [userId ?? accountId],
          )
        ).rowCount ?? 0;
      // Codes before sessions: an exchange in progress has taken its code, and deleting sessions then waits for its
      // session.
      if (includeCli) {
        await remove('cli_authorization_code');
        await remove('cli_device_login');
      }
      const web = await remove('web_session', '(account_id = $1 OR current_account_id = $1)');
      const cli = includeCli ? await remove('cli_session') : 0;
      if (web + cli > 0) {
        const owningId = userId === undefined ? accountId : await homeOf(client, userId);
        await writeAudit(client, ownActor(actor, owningId, userId), {
          action: 'session.revoke_all',
          accountId: owningId,
          detail: { web, cli },
        });
      }
      return web + cli;
    });
  }
}

/** The home account of a user with sessions. */
async function homeOf(client: PoolClient, userId: string): Promise<string> {
  const { rows } = await client.query<{ home_account_id: string }>(
    'SELECT home_account_id FROM identity.user WHERE user_id = $1',
    [userId],
  );
  return rows[0]!.home_account_id;
}
