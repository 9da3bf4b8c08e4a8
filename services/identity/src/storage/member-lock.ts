import type { PoolClient } from 'pg';
import { CLI_ROLES, type MemberRole } from '../domain/member';

/**
 * Until the transaction ends, keeps a member from losing the use of the command-line client.
 *
 * @param userId undefined for the user whose home the account is.
 * @returns the user's id; undefined if they are no member who may use it.
 */
export async function lockCliMember(
  client: PoolClient,
  accountId: string,
  userId: string | undefined,
): Promise<string | undefined> {
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT membership.user_id FROM identity.membership JOIN identity.user AS person USING (user_id)
     WHERE account_id = $1 AND role = ANY($3)
       AND (membership.user_id = $2 OR ($2::uuid IS NULL AND person.home_account_id = $1))
     FOR SHARE OF membership`,
    [accountId, userId ?? null, CLI_ROLES],
  );
  return rows[0]?.user_id;
}

/**
 * Makes changes to an account's members wait for each other, but not changes that only refer to the account.
 *
 * @returns whether the account exists.
 */
export async function lockMembers(client: PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM identity.account WHERE account_id = $1 FOR NO KEY UPDATE',
    [accountId],
  );
  return rowCount !== 0;
}

/** A member's role, under the lock; undefined if they are not a member. */
export async function roleOf(
  client: PoolClient,
  accountId: string,
  userId: string | undefined,
): Promise<MemberRole | undefined> {
  const { rows } = await client.query<{ role: MemberRole }>(
    'SELECT role FROM identity.membership WHERE account_id = $1 AND user_id = $2',
    [accountId, userId ?? null],
  );
  return rows[0]?.role;
}
