import { inTransaction } from '@heliograph/postgres';
import { uuidv7 } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';
import type { Role, RoleGiver } from '../domain/account';
import { DAYS_BETWEEN_HOMES, type User } from '../domain/member';
import { writeAudit, type Actor } from './audit';
import { USERS } from './mapping';
import { lockMembers } from './member-lock';

interface OldHomeRow {
  email: string;
  email_key: string;
  role: Role;
  role_given_by: RoleGiver;
  last_sign_in_at: Date | null;
  is_email_verified: boolean | null;
}

/** Whether a user got a new home account recently, and may not get another one yet. */
export async function movedRecently(client: PoolClient, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_recent: boolean }>(
    `SELECT coalesce(moved_at > now() - make_interval(days => $2), false) AS is_recent
     FROM identity.user WHERE user_id = $1`,
    [userId, DAYS_BETWEEN_HOMES],
  );
  return rows[0]?.is_recent === true;
}

/**
 * Gives a user who is no longer an owner of their home account a new one, with everything that is theirs: address,
 * identities, operator role. The old account stays with its other owners, and gets the address of the first one. The
 * user's browsers must sign in again, because to the previous version they are still in the old account.
 */
export async function moveHome(
  client: PoolClient,
  { id: userId, homeAccountId: oldId, name }: User,
  actor: Actor,
): Promise<void> {
  const newId = uuidv7();
  const { rows } = await client.query<OldHomeRow>(
    `SELECT email, email_key, role, role_given_by, last_sign_in_at, is_email_verified
     FROM identity.account WHERE account_id = $1`,
    [oldId],
  );
  const old = rows[0]!;
  // An address identifies one account; an account without its own is identified by its id, which cannot be an address.
  const emailKey = old.email_key === oldId ? newId : old.email_key;
  await client.query('DELETE FROM identity.web_session WHERE user_id = $1', [userId]);
  // First, so that a database trigger makes this user the new account's owner.
  await client.query(
    `UPDATE identity.user SET home_account_id = $2, last_account_id = NULL, moved_at = now() WHERE user_id = $1`,
    [userId, newId],
  );
  await client.query(
    `UPDATE identity.account SET email_key = account_id::text, role = 'user', role_given_by = 'command'
     WHERE account_id = $1`,
    [oldId],
  );
  const given = await giveOwnersAddress(client, oldId);
  await client.query(
    `INSERT INTO identity.account
       (account_id, email, email_key, plan, name, role, role_given_by, last_sign_in_at, is_email_verified)
     VALUES ($1, $2, $3, 'free', $4, $5, $6, $7, $8)`,
    [
      ...[newId, old.email, emailKey, name, old.role, old.role_given_by],
      ...[old.last_sign_in_at, old.is_email_verified],
    ],
  );
  await client.query('UPDATE identity.sign_in_identity SET account_id = $2 WHERE account_id = $1', [
    oldId,
    newId,
  ]);
  await writeAudit(client, actor, {
    action: 'account.handover',
    accountId: oldId,
    detail: { userId, email: { from: old.email, to: given?.to ?? old.email } },
  });
  await writeAudit(client, actor, {
    action: 'account.create',
    accountId: newId,
    detail: { email: old.email, plan: 'free', formerAccountId: oldId },
  });
}

/**
 * Keeps an account that is no user's home from having the address of a user who is no owner of it. Requires
 * {@link lockMembers}.
 */
export async function followOwners(client: PoolClient, accountId: string, actor: Actor): Promise<void> {
  const given = await giveOwnersAddress(client, accountId);
  if (!given || given.from === given.to) return;
  await writeAudit(
    client,
    { ...actor, accountId },
    { action: 'account.update', accountId, detail: { email: given } },
  );
}

/**
 * The same for the other accounts that a user owns, after a sign-in that may have changed the user's address. It waits
 * for changes of their members, which may have read the former address, and so holds no lock but one account's. If the
 * process dies before the last one, the user's next sign-in completes it.
 */
export async function followUser(pool: Pool, userId: string, actor: Actor): Promise<void> {
  const { rows } = await pool.query<{ account_id: string }>(
    `SELECT account_id FROM identity.membership JOIN identity.user AS person USING (user_id)
     WHERE user_id = $1 AND role = 'owner' AND account_id <> home_account_id`,
    [userId],
  );
  for (const { account_id: accountId } of rows) {
    await inTransaction(pool, async (client) => {
      await lockMembers(client, accountId);
      await followOwners(client, accountId, actor);
    });
  }
}

async function giveOwnersAddress(
  client: PoolClient,
  accountId: string,
): Promise<{ from: string; to: string } | undefined> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `UPDATE identity.account SET email = found.email, is_email_verified = found.is_email_verified
     FROM (
       SELECT account.account_id, account.email AS former_email, owner.email, owner.is_email_verified
       FROM identity.account CROSS JOIN LATERAL (
         SELECT home.email, home.is_email_verified
         FROM identity.membership JOIN (${USERS}) ON person.user_id = membership.user_id
         WHERE membership.account_id = account.account_id AND membership.role = 'owner'
         ORDER BY home.email <> account.email, membership.created_at, person.user_id LIMIT 1
       ) AS owner
       WHERE account.account_id = $1
         AND NOT EXISTS (SELECT FROM identity.user WHERE home_account_id = account.account_id)
         AND (account.email, account.is_email_verified) IS DISTINCT FROM (owner.email, owner.is_email_verified)
     ) AS found WHERE account.account_id = found.account_id
     RETURNING former_email AS "from", account.email AS "to"`,
    [accountId],
  );
  return rows[0];
}
