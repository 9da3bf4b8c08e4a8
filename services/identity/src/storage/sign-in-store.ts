import { inTransaction } from '@heliograph/postgres';
import { uuidv7 } from '@heliograph/runtime';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Account, RoleGiver } from '../domain/account';
import type { Person } from '../domain/claims';
import { emailKey, emailKeys } from '../domain/email';
import { MAXIMUM_WEB_SESSIONS, type SessionLifetime, type WebSession } from '../domain/session';
import {
  decideSignIn,
  newAddress,
  roleAfterSignIn,
  type EmailOwner,
  type SignInDecision,
} from '../domain/sign-in';
import { writeAudit, type Actor } from './audit';
import { followUser } from './home';
import {
  ACCOUNT_COLUMNS,
  accountFromRow,
  WEB_SESSION_COLUMNS,
  webSessionFromRow,
  type AccountRow,
  type WebSessionRow,
} from './mapping';

/** A browser that has returned from the issuer. */
export interface Browser {
  /** SHA-256 of the new session's secret. */
  tokenHash: Buffer;
  /** Its previous session's; undefined without one. */
  previousTokenHash: Buffer | undefined;
  userAgent: string;
  address: string;
  /** With which the issuer ends its own session; undefined if it cannot be sent. */
  idToken: string | undefined;
}

interface SignedIn {
  kind: 'returned' | 'linked' | 'created';
  account: Account;
  userId: string;
  session: WebSession;
}

export type SignInRefusal =
  | Extract<SignInDecision, { kind: 'refused' }>
  | { kind: 'refused'; reason: 'account_disabled' | 'account_suspended' };

/** How often to try a sign-in that conflicts with another of the same person or address. */
const ATTEMPTS = 3;
const UNIQUE_VIOLATION = '23505';
/** Two people have each other's addresses, and each sign-in has locked the other's account. */
const DEADLOCK = '40P01';

/** The account was its user's home when it was looked up, but no longer is. */
class MovedHome extends Error {}

export class SignInStore {
  constructor(
    private readonly pool: Pool,
    private readonly lifetime: SessionLifetime,
  ) {}

  /** Finds, takes over, or creates the person's account and opens a session: all or nothing. */
  async signIn(person: Person, browser: Browser, actor: Actor): Promise<SignedIn | SignInRefusal> {
    const result = await this.trySignIn(person, browser, actor);
    if (result.kind !== 'refused') {
      const { account, userId, session } = result;
      await followUser(this.pool, userId, { ...actor, accountId: account.id, userId, sessionId: session.id });
    }
    return result;
  }

  private async trySignIn(person: Person, browser: Browser, actor: Actor): Promise<SignedIn | SignInRefusal> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.pool, (client) => this.signInOnce(client, person, browser, actor));
      } catch (error) {
        if (!isRace(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async signInOnce(
    client: PoolClient,
    person: Person,
    browser: Browser,
    caller: Actor,
  ): Promise<SignedIn | SignInRefusal> {
    // The order matters: each statement sees what was committed before it began. If identities were read first, one
    // that a concurrent sign-in of the same person adds would be missed, and the account taken for another person's.
    const found = person.email === undefined ? undefined : await lockEmailOwner(client, person.email);
    const { known, owner } = await findIdentities(client, person, found);
    const decision = decideSignIn(person, known, owner);
    if (decision.kind === 'refused') return decision;
    const accountId = decision.kind === 'created' ? uuidv7() : decision.accountId;
    const sessionId = uuidv7();
    // A database trigger gives a new account's user the account's id.
    if (decision.kind === 'created') {
      const creator = { ...caller, accountId, sessionId, userId: accountId };
      if (decision.formerOwnerId !== undefined) await takeEmail(client, decision.formerOwnerId, caller);
      await createAccount(client, accountId, decision.email, person, creator);
    }
    const before = await lockAccount(client, accountId);
    const userId = await fillInName(client, accountId, person.name);
    if (userId === undefined) throw new MovedHome('the account is no longer the home of its user');
    const actor = { ...caller, accountId, sessionId, userId };
    if (before.status !== 'active') return { kind: 'refused', reason: `account_${before.status}` };
    if (decision.kind !== 'returned') await link(client, accountId, person);
    if (decision.kind === 'linked') {
      const { issuer, email } = person;
      await writeAudit(client, actor, { action: 'account.link', accountId, detail: { issuer, email } });
    }
    const account = await recordSignIn(client, before, { person, address: newAddress(person, owner) }, actor);
    const session = await this.openSession(client, { accountId, userId, sessionId }, browser, person);
    await writeAudit(client, actor, {
      action: 'session.create',
      accountId,
      detail: {
        sessionId,
        issuer: person.issuer,
        userAgent: browser.userAgent,
        address: browser.address,
      },
    });
    return { kind: decision.kind, account, userId, session };
  }

  /**
   * Opens a session with a new secret in place of the browser's former one, which prevents session fixation. It works
   * where the user last did, if they still can.
   */
  private async openSession(
    client: PoolClient,
    { accountId, userId, sessionId }: { accountId: string; userId: string; sessionId: string },
    { tokenHash, previousTokenHash, userAgent, address, idToken }: Browser,
    { email, isEmailVerified }: Person,
  ): Promise<WebSession> {
    const verifiedKey = email !== undefined && isEmailVerified === true ? emailKey(email) : null;
    if (previousTokenHash) {
      await client.query('DELETE FROM identity.web_session WHERE token_hash = $1', [previousTokenHash]);
    }
    await client.query(
      `DELETE FROM identity.web_session WHERE session_id IN (
         SELECT session_id FROM identity.web_session WHERE account_id = $1
         ORDER BY last_seen_at DESC, session_id DESC OFFSET $2)`,
      [accountId, MAXIMUM_WEB_SESSIONS - 1],
    );
    const { rows } = await client.query<WebSessionRow>(
      `INSERT INTO identity.web_session
         (session_id, token_hash, account_id, idle_expires_at, expires_at, user_agent, address, user_id,
          verified_email_key, id_token, current_account_id)
       SELECT $1, $2, $3, least(now() + make_interval(mins => $4), ends_at), ends_at, $6, $7, $8, $9, $10,
         (SELECT account.account_id FROM identity.user AS person
            JOIN identity.membership USING (user_id)
            JOIN identity.account ON account.account_id = membership.account_id
          WHERE person.user_id = $8 AND account.account_id = person.last_account_id AND account.status = 'active'
            AND account.account_id <> person.home_account_id)
       FROM (SELECT now() + make_interval(hours => $5) AS ends_at) AS lifetime
       RETURNING ${WEB_SESSION_COLUMNS}`,
      [
        ...[sessionId, tokenHash, accountId, this.lifetime.idleMinutes, this.lifetime.maximumHours],
        ...[userAgent, address, userId, verifiedKey, idToken],
      ],
    );
    return webSessionFromRow(rows[0]!);
  }
}

function isRace(error: unknown): boolean {
  if (error instanceof MovedHome) return true;
  return error instanceof DatabaseError && (error.code === UNIQUE_VIOLATION || error.code === DEADLOCK);
}

type LockedOwnerRow = Pick<AccountRow, 'account_id' | 'is_email_verified'>;

/** The lock makes two people with one address wait for each other, so that one of them is refused. */
async function lockEmailOwner(client: PoolClient, email: string): Promise<LockedOwnerRow | undefined> {
  const { rows } = await client.query<LockedOwnerRow>(
    `SELECT account_id, is_email_verified FROM identity.account WHERE email_key = ANY($1)
     ORDER BY email_key = $2 DESC LIMIT 1 FOR UPDATE`,
    [emailKeys(email), emailKey(email)],
  );
  return rows[0];
}

async function findIdentities(
  client: PoolClient,
  { issuer, subject }: Person,
  found: LockedOwnerRow | undefined,
): Promise<{ known: string | undefined; owner: EmailOwner | undefined }> {
  const { rows } = await client.query<{ account_id: string; subject: string }>(
    'SELECT account_id, subject FROM identity.sign_in_identity WHERE issuer = $1 AND (subject = $2 OR account_id = $3)',
    [issuer, subject, found?.account_id ?? null],
  );
  return {
    known: rows.find((row) => row.subject === subject)?.account_id,
    owner: found && {
      accountId: found.account_id,
      hasIdentityOfIssuer: rows.some((row) => row.account_id === found.account_id),
      isUnverified: found.is_email_verified === false,
    },
  };
}

/**
 * The account's user keeps it, but it is now identified by its id, which cannot be an address. They do not learn who
 * has the address.
 */
async function takeEmail(client: PoolClient, accountId: string, actor: Actor): Promise<void> {
  await client.query('UPDATE identity.account SET email_key = account_id::text WHERE account_id = $1', [
    accountId,
  ]);
  await writeAudit(client, actor, { action: 'account.lose_email', accountId, detail: {} });
}

async function createAccount(
  client: PoolClient,
  accountId: string,
  email: string,
  { issuer, name }: Person,
  actor: Actor,
): Promise<void> {
  await client.query(
    `INSERT INTO identity.account (account_id, email, email_key, plan, name) VALUES ($1, $2, $3, 'free', $4)`,
    [accountId, email, emailKey(email), name],
  );
  await writeAudit(client, actor, {
    action: 'account.create',
    accountId,
    detail: { email, plan: 'free', issuer },
  });
}

async function link(client: PoolClient, accountId: string, { issuer, subject }: Person): Promise<void> {
  await client.query(
    'INSERT INTO identity.sign_in_identity (issuer, subject, account_id) VALUES ($1, $2, $3)',
    [issuer, subject, accountId],
  );
}

type LockedAccountRow = AccountRow & { role_given_by: RoleGiver };

async function lockAccount(client: PoolClient, accountId: string): Promise<LockedAccountRow> {
  const { rows } = await client.query<LockedAccountRow>(
    `SELECT ${ACCOUNT_COLUMNS}, role_given_by FROM identity.account WHERE account_id = $1 FOR UPDATE`,
    [accountId],
  );
  return rows[0]!;
}

/**
 * A name the user chose here stays; until then, the issuer's is used. The account is locked, so its user stays too.
 *
 * @returns the user whose home the account is; undefined if it is no user's.
 */
async function fillInName(client: PoolClient, accountId: string, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ user_id: string; name: string }>(
    'SELECT person.user_id, person.name FROM identity.user AS person WHERE home_account_id = $1',
    [accountId],
  );
  const [user] = rows;
  if (user?.name === '' && name !== '') {
    await client.query('UPDATE identity.user SET name = $2 WHERE user_id = $1', [user.user_id, name]);
  }
  return user?.user_id;
}

/** The account's name is treated like its user's. @param address to give it; undefined to keep its own. */
async function recordSignIn(
  client: PoolClient,
  before: LockedAccountRow,
  { person, address }: { person: Person; address: string | undefined },
  actor: Actor,
): Promise<Account> {
  const accountId = before.account_id;
  const { role, givenBy } = roleAfterSignIn(
    { role: before.role, givenBy: before.role_given_by },
    person.isOperator,
  );
  // If another sign-in takes the address first, this violates its key, and the next attempt finds its owner.
  const { rows } = await client.query<AccountRow>(
    `UPDATE identity.account
     SET last_sign_in_at = now(), name = CASE name WHEN '' THEN $2 ELSE name END, role = $3, role_given_by = $4,
       is_email_verified = CASE WHEN coalesce($8, email_key) = ANY($5) THEN $6 ELSE is_email_verified END,
       email = coalesce($7, email), email_key = coalesce($8, email_key)
     WHERE account_id = $1 RETURNING ${ACCOUNT_COLUMNS}`,
    [
      ...[accountId, person.name, role, givenBy],
      ...[emailKeys(person.email ?? ''), person.isEmailVerified ?? null],
      ...[address ?? null, address === undefined ? null : emailKey(address)],
    ],
  );
  const account = accountFromRow(rows[0]!);
  const detail = {
    ...(role !== before.role && { role: { from: before.role, to: role } }),
    ...(account.email !== before.email && { email: { from: before.email, to: account.email } }),
  };
  if (Object.keys(detail).length > 0) {
    await writeAudit(client, actor, {
      action: 'account.update',
      accountId,
      detail: { ...detail, reason: 'claim of the issuer' },
    });
  }
  return account;
}
