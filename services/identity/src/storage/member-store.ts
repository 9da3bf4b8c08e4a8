import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';
import type { Account } from '../domain/account';
import { CLI_ROLES, type Member, type MemberRole, type User } from '../domain/member';
import { ownActor, writeAudit, writeEdit, type Actor } from './audit';
import { followOwners, movedRecently, moveHome } from './home';
import { revokeInvitationsBy } from './invitation-store';
import {
  ACCOUNT_COLUMNS,
  accountFromRow,
  USER_COLUMNS,
  userFromRow,
  USERS,
  type AccountRow,
  type UserRow,
} from './mapping';
import { lockMembers, roleOf } from './member-lock';

/** Why a member was not changed. */
export type MemberRefusal = 'no_member' | 'not_allowed' | 'last_owner' | 'moved_recently';

interface MemberRow extends UserRow {
  role: MemberRole;
  joined_at: Date;
  last_sign_in_at: Date | null;
}

const MEMBERS = `SELECT ${USER_COLUMNS}, membership.role, membership.created_at AS joined_at, home.last_sign_in_at
  FROM identity.membership JOIN (${USERS}) ON person.user_id = membership.user_id`;

/** The members of accounts. */
export class MemberStore {
  constructor(private readonly pool: Pool) {}

  /** In the order in which they joined. */
  async list(accountId: string): Promise<Member[]> {
    const { rows } = await this.pool.query<MemberRow>(
      `${MEMBERS} WHERE membership.account_id = $1 ORDER BY joined_at, person.user_id`,
      [accountId],
    );
    return rows.map(memberFromRow);
  }

  /** A user's accounts with their roles there: home first, then by name. */
  async listAccounts(userId: string): Promise<{ account: Account; role: MemberRole; members: number }[]> {
    const { rows } = await this.pool.query<AccountRow & { member_role: MemberRole; members: number }>(
      `SELECT ${ACCOUNT_COLUMNS}, membership.role AS member_role,
         (SELECT count(*)::integer FROM identity.membership AS other
          WHERE other.account_id = account.account_id) AS members
       FROM identity.membership JOIN identity.account USING (account_id)
         JOIN identity.user AS person USING (user_id)
       WHERE user_id = $1
       ORDER BY account.account_id <> person.home_account_id, lower(account.name), account.account_id`,
      [userId],
    );
    return rows.map((row) => ({
      account: accountFromRow(row),
      role: row.member_role,
      members: row.members,
    }));
  }

  /**
   * Changes a member's role, on behalf of an owner. If the new role may not use the command-line client, their sessions
   * of it in the account end; if they are no longer an owner, so do their open invitations.
   */
  async changeRole(
    accountId: string,
    userId: string,
    role: MemberRole,
    actor: Actor,
  ): Promise<Member | MemberRefusal> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockMembers(client, accountId))) return 'no_member';
      if ((await roleOf(client, accountId, actor.userId)) !== 'owner') return 'not_allowed';
      const before = await findMember(client, accountId, userId);
      if (!before) return 'no_member';
      if (before.role === role) return before;
      const refusal = await refusalToTakeOwner(client, accountId, before);
      if (refusal) return refusal;
      await client.query('UPDATE identity.membership SET role = $3 WHERE account_id = $1 AND user_id = $2', [
        accountId,
        userId,
        role,
      ]);
      if (!CLI_ROLES.includes(role)) await endClientAccess(client, accountId, userId);
      await revokeInvitationsBy(client, accountId, userId, actor);
      const takesAway = before.role === 'owner' || role === 'viewer';
      await (takesAway ? writeAudit : writeEdit)(client, actor, {
        action: 'member.role',
        accountId,
        detail: { userId, email: before.user.email, role: { from: before.role, to: role } },
      });
      if (before.role === 'owner') await replaceOwner(client, accountId, before, actor);
      return (await findMember(client, accountId, userId))!;
    });
  }

  /**
   * Removes a member, on behalf of an owner or of themselves. Their sessions in the account move to their home account;
   * those of the command-line client there end, and so do their open invitations.
   */
  async remove(accountId: string, userId: string, actor: Actor): Promise<'removed' | MemberRefusal> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockMembers(client, accountId))) return 'no_member';
      const isOwn = actor.userId === userId;
      if (!isOwn && (await roleOf(client, accountId, actor.userId)) !== 'owner') return 'not_allowed';
      const before = await findMember(client, accountId, userId);
      if (!before) return 'no_member';
      const refusal = await refusalToTakeOwner(client, accountId, before);
      if (refusal) return refusal;
      await client.query('DELETE FROM identity.membership WHERE account_id = $1 AND user_id = $2', [
        accountId,
        userId,
      ]);
      await endClientAccess(client, accountId, userId);
      await revokeInvitationsBy(client, accountId, userId, actor);
      await client.query(
        'UPDATE identity.web_session SET current_account_id = NULL WHERE user_id = $2 AND current_account_id = $1',
        [accountId, userId],
      );
      await writeAudit(client, ownActor(actor, accountId, userId), {
        action: isOwn ? 'member.leave' : 'member.remove',
        accountId,
        detail: { userId, email: before.user.email, role: before.role },
      });
      if (before.role === 'owner') await replaceOwner(client, accountId, before, actor);
      return 'removed';
    });
  }

  /**
   * Lets a browser's session work in another account of its user, who starts there the next time.
   *
   * @returns whether the user has such a session and is a member of that account, and it is active.
   */
  async switchAccount(sessionId: string, userId: string, accountId: string): Promise<boolean> {
    // If the user is removed at this moment, the session is refused at its next use.
    const { rowCount } = await this.pool.query(
      `WITH target AS (
         SELECT nullif(account_id, person.home_account_id) AS account_id
         FROM identity.membership JOIN identity.user AS person USING (user_id)
           JOIN identity.account USING (account_id)
         WHERE account_id = $3 AND user_id = $2 AND account.status = 'active'
       ), switched AS (
         UPDATE identity.web_session SET current_account_id = target.account_id FROM target
         WHERE session_id = $1 AND user_id = $2
         RETURNING target.account_id
       )
       UPDATE identity.user AS person SET last_account_id = switched.account_id FROM switched
       WHERE person.user_id = $2`,
      [sessionId, userId, accountId],
    );
    return rowCount !== 0;
  }

  /** Changes a user's name. While they are alone in their home account, the account is renamed too. */
  async rename(userId: string, name: string, actor: Actor): Promise<User | undefined> {
    return inTransaction(this.pool, async (client) => {
      const found = await client.query<UserRow>(
        `SELECT ${USER_COLUMNS} FROM ${USERS} WHERE person.user_id = $1 FOR NO KEY UPDATE OF home`,
        [userId],
      );
      if (!found.rows[0]) return undefined;
      const user = userFromRow(found.rows[0]);
      if (user.name === name) return user;
      await client.query('UPDATE identity.user SET name = $2 WHERE user_id = $1', [userId, name]);
      await client.query(
        `UPDATE identity.account SET name = $2 WHERE account_id = $1 AND NOT EXISTS (
           SELECT FROM identity.membership WHERE account_id = $1 AND user_id <> $3)`,
        [user.homeAccountId, name, userId],
      );
      await writeEdit(client, ownActor(actor, user.homeAccountId, userId), {
        action: 'user.update',
        accountId: user.homeAccountId,
        detail: { name: { from: user.name, to: name } },
      });
      return { ...user, name };
    });
  }
}

/** After a user is no longer an owner of an account. */
async function replaceOwner(
  client: PoolClient,
  accountId: string,
  { user }: Member,
  actor: Actor,
): Promise<void> {
  if (user.homeAccountId === accountId) await moveHome(client, user, actor);
  else await followOwners(client, accountId, actor);
}

async function findMember(
  client: PoolClient,
  accountId: string,
  userId: string,
): Promise<Member | undefined> {
  const { rows } = await client.query<MemberRow>(
    `${MEMBERS} WHERE membership.account_id = $1 AND person.user_id = $2`,
    [accountId, userId],
  );
  return rows[0] && memberFromRow(rows[0]);
}

/**
 * Why a member must stay an owner, under the lock. For the last owner, the database has the last word
 * (`account_keeps_owner`).
 */
async function refusalToTakeOwner(
  client: PoolClient,
  accountId: string,
  { user, role }: Member,
): Promise<MemberRefusal | undefined> {
  if (role !== 'owner') return undefined;
  const { rowCount } = await client.query(
    `SELECT FROM identity.membership WHERE account_id = $1 AND role = 'owner' AND user_id <> $2 LIMIT 1`,
    [accountId, user.id],
  );
  if (rowCount === 0) return 'last_owner';
  if (user.homeAccountId !== accountId) return undefined;
  return (await movedRecently(client, user.id)) ? 'moved_recently' : undefined;
}

/**
 * Codes before sessions: an exchange in progress has taken its code, and deleting sessions then waits for its session.
 */
async function endClientAccess(client: PoolClient, accountId: string, userId: string): Promise<void> {
  for (const table of ['cli_authorization_code', 'cli_device_login', 'cli_session']) {
    await client.query(`DELETE FROM identity.${table} WHERE account_id = $1 AND user_id = $2`, [
      accountId,
      userId,
    ]);
  }
}

function memberFromRow(row: MemberRow): Member {
  return {
    user: userFromRow(row),
    role: row.role,
    joinedAt: row.joined_at,
    lastSignInAt: row.last_sign_in_at ?? undefined,
  };
}
