import { uuidv7 } from '@heliograph/runtime';
import type { PoolClient } from 'pg';
import type { Role, RoleGiver } from '../domain/account';
import { DAYS_BETWEEN_HOMES, type User } from '../domain/member';
import { writeAudit, type Actor } from './audit';

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
  await client.query('DELETE FROM identity.web_session WHERE user_id = $1', [userId]);
  // First, so that a database trigger makes this user the new account's owner.
  await client.query(
    `UPDATE identity.user SET home_account_id = $2, last_account_id = NULL, moved_at = now() WHERE user_id = $1`,
    [userId, newId],
  );
  // An address identifies one account; an account without its own is identified by its id, which cannot be an address.
  const { rows: owners } = await client.query<{ email: string }>(
    `UPDATE identity.account SET email_key = account_id::text, role = 'user', role_given_by = 'command',
       (email, is_email_verified) =
               (SELECT home.email, home.is_email_verified
                FROM identity.membership JOIN identity.user AS person USING (user_id)
                  JOIN identity.account AS home ON home.account_id = person.home_account_id
                WHERE membership.account_id = $1 AND membership.role = 'owner'
                ORDER BY membership.created_at, user_id LIMIT 1)
     WHERE account_id = $1 RETURNING email`,
    [oldId],
  );
  await client.query(
    `INSERT INTO identity.account
       (account_id, email, email_key, plan, name, role, role_given_by, last_sign_in_at, is_email_verified)
     VALUES ($1, $2, $3, 'free', $4, $5, $6, $7, $8)`,
    [
      ...[newId, old.email, old.email_key, name, old.role, old.role_given_by],
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
    detail: { userId, email: { from: old.email, to: owners[0]!.email } },
  });
  await writeAudit(client, actor, {
    action: 'account.create',
    accountId: newId,
    detail: { email: old.email, plan: 'free', formerAccountId: oldId },
  });
}
