import { inTransaction } from '@heliograph/postgres';
import { CLI_ACCESS_PREFIX, CLI_REFRESH_PREFIX, generateCredential, uuidv7 } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';
import type { Account, AccountStatus } from '../domain/account';
import {
  ACCESS_TOKEN_SECONDS,
  MAXIMUM_CLI_SESSIONS,
  MAXIMUM_SPENT_TOKENS,
  REFRESH_TOKEN_DAYS,
  type CliSession,
  type Device,
} from '../domain/cli';
import { SCOPES } from '../domain/key';
import { CLI_ROLES, type User } from '../domain/member';
import { decideRefresh } from '../domain/refresh';
import { ownActor, writeAudit, type Actor } from './audit';
import {
  ACCOUNT_COLUMNS,
  accountFromRow,
  CLI_SESSION_COLUMNS as COLUMNS,
  cliSessionFromRow,
  USER_COLUMNS,
  userFromRow,
  USERS,
  type AccountRow,
  type CliSessionRow,
  type CredentialRow,
  type UserRow,
} from './mapping';
import type { SessionOwner } from './web-session-store';

/** A pair of tokens; the only place that has them in plain text. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  session: CliSession;
}

type RefreshOutcome =
  | { kind: 'rotated' | 'repeated'; tokens: TokenPair }
  | { kind: 'unknown' | 'expired' | 'reused' }
  | { kind: 'account'; status: Exclude<AccountStatus, 'active'> };

/** Whether the session's user left its account or lost a role that may use the client; `$2` are those roles. */
const MAY_NOT_USE = `NOT EXISTS (SELECT FROM identity.membership
  WHERE membership.account_id = cli_session.account_id AND membership.user_id = cli_session.user_id
    AND membership.role = ANY($2))`;

const FIND_CREDENTIAL = {
  name: 'find_cli_credential',
  text: `SELECT session_id AS credential_id, cli_session.account_id, $3::text[] AS scopes, access_expires_at AS expires_at,
      ${MAY_NOT_USE} AS is_revoked, access_expires_at <= now() AS is_expired,
      CASE home.status WHEN 'active' THEN account.status ELSE home.status END AS status, home.role,
      NULL AS monthly_cap_records, NULL AS lineage_id, false AS is_test, account.logs_queries,
      restriction.active AS is_restricted, restriction.message AS restriction_message, now() AS read_at
    FROM identity.cli_session JOIN identity.account USING (account_id)
      JOIN (${USERS}) ON person.user_id = cli_session.user_id
      CROSS JOIN identity.access_restriction AS restriction
    WHERE access_hash = $1`,
};

interface RefreshRow {
  session_id: string;
  account_id: string;
  may_not_use: boolean;
  status: AccountStatus;
  is_expired: boolean;
  seconds_since_spent: number | null;
  may_repeat: boolean;
}

export class CliSessionStore {
  constructor(private readonly pool: Pool) {}

  /**
   * The session with this SHA-256 of an access token, and the state of the session, its user, and its account; one
   * round trip, prepared once per connection.
   */
  async findCredential(hash: Buffer): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>({
      ...FIND_CREDENTIAL,
      values: [hash, CLI_ROLES, SCOPES],
    });
    return rows[0];
  }

  /**
   * Issues a new pair for a refresh token. Callers with tokens of one session wait for each other, so that of two with
   * the same token, one comes second.
   *
   * If the process dies after the commit but before the response, the client repeats its token within seconds, or signs
   * in again.
   */
  async refresh(tokenHash: Buffer, clientVersion: string, caller: Actor): Promise<RefreshOutcome> {
    return inTransaction(this.pool, async (client) => {
      const found = await lockRefreshToken(client, tokenHash);
      if (!found) return { kind: 'unknown' };
      const { session_id: sessionId, account_id: accountId, status } = found;
      const decision = decideRefresh({
        isExpired: found.is_expired,
        secondsSinceSpent: found.seconds_since_spent ?? undefined,
        mayRepeat: found.may_repeat,
      });
      if (decision === 'reuse') {
        // The account's owner did not necessarily do this.
        await endSession(client, caller, accountId, sessionId, 'cli_session.reuse');
        return { kind: 'reused' };
      }
      if (decision === 'expired') return { kind: 'expired' };
      if (found.may_not_use) return { kind: 'unknown' };
      // Nothing is spent: once the account is active again, so is the session.
      if (status !== 'active') return { kind: 'account', status };
      await client.query(
        `UPDATE identity.cli_refresh_token
         SET spent_at = coalesce(spent_at, now()), may_repeat = (token_hash = $2 AND spent_at IS NULL)
         WHERE session_id = $1 AND (spent_at IS NULL OR may_repeat)`,
        [sessionId, tokenHash],
      );
      const tokens = await replaceTokens(client, sessionId, clientVersion);
      return { kind: decision === 'rotate' ? 'rotated' : 'repeated', tokens };
    });
  }

  /** Ends the session of a token of either kind, spent or not. */
  async endByToken(tokenHash: Buffer, caller: Actor): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ session_id: string; account_id: string; user_id: string }>(
        `SELECT session_id, account_id, user_id FROM identity.cli_session
         WHERE access_hash = $1
           OR session_id = (SELECT session_id FROM identity.cli_refresh_token WHERE token_hash = $1)
         FOR UPDATE`,
        [tokenHash],
      );
      const [found] = rows;
      if (!found) return;
      const { session_id: sessionId, account_id: accountId, user_id: userId } = found;
      const actor = { ...caller, accountId, sessionId, userId };
      await endSession(client, actor, accountId, sessionId, 'cli_session.end');
    });
  }

  /** Usable sessions of a user, or else of an account, most recently used first. */
  async list({ accountId, userId }: SessionOwner): Promise<CliSession[]> {
    const { rows } = await this.pool.query<CliSessionRow>(
      `SELECT ${COLUMNS} FROM identity.cli_session
       WHERE ${userId === undefined ? 'account_id' : 'user_id'} = $1 AND expires_at > now()
       ORDER BY last_used_at DESC, session_id DESC`,
      [userId ?? accountId],
    );
    return rows.map(cliSessionFromRow);
  }

  /** @returns whether the user, or else the account, had such a session. */
  async revoke({ accountId, userId }: SessionOwner, sessionId: string, actor: Actor): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ account_id: string }>(
        `SELECT account_id FROM identity.cli_session
         WHERE ${userId === undefined ? 'account_id' : 'user_id'} = $1 AND session_id = $2`,
        [userId ?? accountId, sessionId],
      );
      const [found] = rows;
      if (!found) return false;
      const { account_id: owningId } = found;
      return endSession(client, ownActor(actor, owningId, userId), owningId, sessionId, 'cli_session.revoke');
    });
  }

  async find(sessionId: string): Promise<{ session: CliSession; account: Account; user: User } | undefined> {
    const { rows } = await this.pool.query<CliSessionRow>(
      `SELECT ${COLUMNS} FROM identity.cli_session WHERE session_id = $1`,
      [sessionId],
    );
    const [row] = rows;
    if (!row) return undefined;
    const accounts = await this.pool.query<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM identity.account WHERE account_id = $1`,
      [row.account_id],
    );
    const users = await this.pool.query<UserRow>(
      `SELECT ${USER_COLUMNS} FROM ${USERS} JOIN identity.cli_session USING (user_id) WHERE session_id = $1`,
      [sessionId],
    );
    if (!users.rows[0]) return undefined;
    return {
      session: cliSessionFromRow(row),
      account: accountFromRow(accounts.rows[0]!),
      user: userFromRow(users.rows[0]),
    };
  }

  /** Records when sessions were used, in one statement; an existing later time stays. */
  async writeUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.pool.query(
      `WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (session_id, used_at)),
        due AS (
          SELECT session_id, used_at FROM identity.cli_session JOIN used USING (session_id)
          WHERE last_used_at < used_at
          ORDER BY session_id FOR NO KEY UPDATE OF cli_session
        )
      UPDATE identity.cli_session SET last_used_at = due.used_at FROM due
      WHERE cli_session.session_id = due.session_id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }
}

/** How a client got its session. */
type LoginFlow = 'browser' | 'device';

/** Opens a session with its first tokens, in the transaction that consumes its code. */
export async function openCliSession(
  client: PoolClient,
  { accountId, userId }: { accountId: string; userId: string },
  device: Device,
  flow: LoginFlow,
  caller: Actor,
): Promise<TokenPair> {
  const sessionId = uuidv7();
  // Logins of one user take turns: at once, they would delete each other's oldest sessions and exceed the maximum. Not a
  // row's lock, because whoever removes a member holds those and then waits for the code that this transaction holds.
  await client.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('identity.cli_session ' || $1 || ' ' || $2, 0))`,
    [accountId, userId],
  );
  await client.query(
    `DELETE FROM identity.cli_session WHERE session_id IN (
       SELECT session_id FROM identity.cli_session WHERE account_id = $1 AND user_id = $3
       ORDER BY last_used_at DESC, session_id DESC OFFSET $2)`,
    [accountId, MAXIMUM_CLI_SESSIONS - 1, userId],
  );
  const access = generateCredential(CLI_ACCESS_PREFIX);
  const { rows } = await client.query<CliSessionRow>(
    `INSERT INTO identity.cli_session
       (session_id, account_id, device_name, client_version, access_hash, access_expires_at, expires_at, user_id)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), now() + make_interval(days => $7), $8)
     RETURNING ${COLUMNS}`,
    [
      ...[sessionId, accountId, device.name, device.clientVersion],
      ...[access.hash, ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS, userId],
    ],
  );
  const refreshToken = await addRefreshToken(client, sessionId);
  await writeAudit(
    client,
    { ...caller, accountId, sessionId, userId },
    { action: 'cli_session.create', accountId, detail: { sessionId, device: device.name, flow } },
  );
  return { accessToken: access.secret, refreshToken, session: cliSessionFromRow(rows[0]!) };
}

/** Issues the session's next pair, replacing the current one. */
async function replaceTokens(
  client: PoolClient,
  sessionId: string,
  clientVersion: string,
): Promise<TokenPair> {
  const access = generateCredential(CLI_ACCESS_PREFIX);
  const { rows } = await client.query<CliSessionRow>(
    `UPDATE identity.cli_session
     SET access_hash = $2, access_expires_at = now() + make_interval(secs => $3), last_used_at = now(),
       expires_at = now() + make_interval(days => $4), client_version = CASE $5 WHEN '' THEN client_version ELSE $5 END
     WHERE session_id = $1 RETURNING ${COLUMNS}`,
    [sessionId, access.hash, ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS, clientVersion],
  );
  const refreshToken = await addRefreshToken(client, sessionId);
  return { accessToken: access.secret, refreshToken, session: cliSessionFromRow(rows[0]!) };
}

/** @returns the token, which expires with the session. */
async function addRefreshToken(client: PoolClient, sessionId: string): Promise<string> {
  const { secret, hash } = generateCredential(CLI_REFRESH_PREFIX);
  await client.query(
    `DELETE FROM identity.cli_refresh_token WHERE token_hash IN (
       SELECT token_hash FROM identity.cli_refresh_token WHERE session_id = $1 AND spent_at IS NOT NULL
       ORDER BY spent_at DESC OFFSET $2)`,
    [sessionId, MAXIMUM_SPENT_TOKENS],
  );
  await client.query(
    `INSERT INTO identity.cli_refresh_token (token_hash, session_id, expires_at)
     SELECT $2, session_id, expires_at FROM identity.cli_session WHERE session_id = $1`,
    [sessionId, hash],
  );
  return secret;
}

/** Locks the session before reading its token, so that no one else can change it after it is read. */
async function lockRefreshToken(client: PoolClient, tokenHash: Buffer): Promise<RefreshRow | undefined> {
  const locked = await client.query(
    `SELECT FROM identity.cli_session
     WHERE session_id = (SELECT session_id FROM identity.cli_refresh_token WHERE token_hash = $1) FOR UPDATE`,
    [tokenHash],
  );
  if (locked.rowCount === 0) return undefined;
  const { rows } = await client.query<RefreshRow>(
    `SELECT session_id, cli_session.account_id, token.expires_at <= now() AS is_expired,
       CASE home.status WHEN 'active' THEN account.status ELSE home.status END AS status,
       extract(epoch FROM now() - token.spent_at)::float8 AS seconds_since_spent, may_repeat,
       ${MAY_NOT_USE} AS may_not_use
     FROM identity.cli_refresh_token AS token JOIN identity.cli_session USING (session_id)
       JOIN identity.account USING (account_id)
       JOIN (${USERS}) ON person.user_id = cli_session.user_id
     WHERE token_hash = $1`,
    [tokenHash, CLI_ROLES],
  );
  return rows[0];
}

/** @returns whether the session existed. */
export async function endSession(
  client: PoolClient,
  actor: Actor,
  accountId: string,
  sessionId: string,
  action: 'cli_session.end' | 'cli_session.revoke' | 'cli_session.reuse',
): Promise<boolean> {
  const { rows } = await client.query<{ device_name: string }>(
    'DELETE FROM identity.cli_session WHERE account_id = $1 AND session_id = $2 RETURNING device_name',
    [accountId, sessionId],
  );
  const [ended] = rows;
  if (!ended) return false;
  await writeAudit(client, actor, { action, accountId, detail: { sessionId, device: ended.device_name } });
  return true;
}
