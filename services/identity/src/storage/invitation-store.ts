import { TEAM_LIMITS } from '@heliograph/contract';
import { inTransaction } from '@heliograph/postgres';
import { timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { emailKey, emailKeys } from '../domain/email';
import type { Invitation, ReceivedInvitation } from '../domain/invitation';
import type { MemberRole } from '../domain/member';
import { hashSecret } from '../secrets';
import { writeAudit, type Actor } from './audit';
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

interface NewInvitation {
  id: string;
  accountId: string;
  email: string;
  role: MemberRole;
  /** SHA-256 of the link's secret. */
  secretHash: Buffer;
}

/** Why an invitation is refused. */
export type InvitationRefusal = 'not_allowed' | 'member' | 'full' | 'too_many';

/** The holder of a link: a user with a browser session. */
interface Invitee {
  sessionId: string;
  userId: string;
}

interface InvitationRow extends UserRow {
  invitation_id: string;
  email: string;
  member_role: MemberRole;
  invited_at: Date;
  expires_at: Date;
}

interface HeldRow {
  account_id: string;
  email_key: string;
  role: MemberRole;
  secret_hash: Buffer;
  is_open: boolean;
  accepted_by: string | null;
}

const INVITATIONS = `SELECT invitation.invitation_id, invitation.email, invitation.role AS member_role,
    invitation.created_at AS invited_at, invitation.expires_at, ${USER_COLUMNS}`;
const IS_OPEN = 'accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()';

/** Invitations to become a member. */
export class InvitationStore {
  constructor(private readonly pool: Pool) {}

  /** Open invitations, oldest first. */
  async list(accountId: string): Promise<Invitation[]> {
    const { rows } = await this.pool.query<InvitationRow>(
      `${INVITATIONS} FROM identity.invitation JOIN (${USERS}) ON person.user_id = invitation.invited_by
       WHERE invitation.account_id = $1 AND ${IS_OPEN} ORDER BY invited_at, invitation_id`,
      [accountId],
    );
    return rows.map(invitationFromRow);
  }

  /**
   * Invites an address, on behalf of an owner. An open invitation of the same address ends, so that its link can be
   * replaced. It makes no difference whether the address has an account elsewhere.
   */
  async create(
    { id, accountId, email, role, secretHash }: NewInvitation,
    actor: Actor,
  ): Promise<Invitation | InvitationRefusal> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockMembers(client, accountId))) return 'not_allowed';
      if ((await roleOf(client, accountId, actor.userId)) !== 'owner') return 'not_allowed';
      const refusal = await refusalToInvite(client, accountId, email);
      if (refusal) return refusal;
      await client.query(
        `UPDATE identity.invitation SET revoked_at = now() WHERE account_id = $1 AND email_key = ANY($2)
           AND ${IS_OPEN}`,
        [accountId, emailKeys(email)],
      );
      await client.query(
        `INSERT INTO identity.invitation
           (invitation_id, account_id, email, email_key, role, secret_hash, invited_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8))`,
        [id, accountId, email, emailKey(email), role, secretHash, actor.userId, TEAM_LIMITS.invitationDays],
      );
      await writeAudit(client, actor, {
        action: 'invitation.create',
        accountId,
        detail: { invitationId: id, email, role },
      });
      const { rows } = await client.query<InvitationRow>(
        `${INVITATIONS} FROM identity.invitation JOIN (${USERS}) ON person.user_id = invitation.invited_by
         WHERE invitation_id = $1`,
        [id],
      );
      return invitationFromRow(rows[0]!);
    });
  }

  /** Ends an open invitation, on behalf of an owner. */
  async revoke(accountId: string, id: string, actor: Actor): Promise<'revoked' | 'unknown' | 'not_allowed'> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockMembers(client, accountId))) return 'unknown';
      if ((await roleOf(client, accountId, actor.userId)) !== 'owner') return 'not_allowed';
      const { rows } = await client.query<{ email: string }>(
        `UPDATE identity.invitation SET revoked_at = now()
         WHERE account_id = $1 AND invitation_id = $2 AND ${IS_OPEN} RETURNING email`,
        [accountId, id],
      );
      const [revoked] = rows;
      if (!revoked) return 'unknown';
      await writeAudit(client, actor, {
        action: 'invitation.revoke',
        accountId,
        detail: { invitationId: id, email: revoked.email },
      });
      return 'revoked';
    });
  }

  /**
   * An open invitation, if it is for the holder of its link. Without its maker's address if the issuer says that it is
   * not verified: it may be another person's.
   */
  async find(id: string, secret: string, invitee: Invitee): Promise<ReceivedInvitation | undefined> {
    const client = await this.pool.connect();
    try {
      const held = await readHeld(client, id, secret, invitee);
      if (!held?.is_open) return undefined;
      const { rows } = await client.query<InvitationRow & { is_email_verified: boolean | null }>(
        `${INVITATIONS}, home.is_email_verified
         FROM identity.invitation JOIN (${USERS}) ON person.user_id = invitation.invited_by
         WHERE invitation_id = $1`,
        [id],
      );
      const found = rows[0]!;
      if (found.is_email_verified === false) found.user_email = '';
      const { rows: accounts } = await client.query<AccountRow>(
        `SELECT ${ACCOUNT_COLUMNS} FROM identity.account WHERE account_id = $1`,
        [held.account_id],
      );
      return { ...invitationFromRow(found), account: accountFromRow(accounts[0]!) };
    } finally {
      client.release();
    }
  }

  /**
   * Makes the holder of a link a member: only one of several holders, and only a user whose address the issuer had
   * verified when they signed in. The same user may repeat it.
   *
   * @returns the account, or why not.
   */
  async accept(
    id: string,
    secret: string,
    invitee: Invitee,
    caller: Actor,
  ): Promise<{ accountId: string } | 'unknown' | 'too_many_accounts'> {
    return inTransaction(this.pool, async (client) => {
      const { rows: found } = await client.query<{ account_id: string }>(
        'SELECT account_id FROM identity.invitation WHERE invitation_id = $1',
        [id],
      );
      if (!found[0] || !(await lockMembers(client, found[0].account_id))) return 'unknown';
      const held = await readHeld(client, id, secret, invitee);
      if (!held) return 'unknown';
      const { account_id: accountId, role } = held;
      const { userId } = invitee;
      const isMember = (await roleOf(client, accountId, userId)) !== undefined;
      if (!held.is_open) return isMember && held.accepted_by === userId ? { accountId } : 'unknown';
      if (!isMember) {
        if ((await countAccounts(client, userId)) >= TEAM_LIMITS.accounts) return 'too_many_accounts';
        await client.query(
          'INSERT INTO identity.membership (account_id, user_id, role) VALUES ($1, $2, $3)',
          [accountId, userId, role],
        );
      }
      await client.query(
        'UPDATE identity.invitation SET accepted_at = now(), accepted_by = $2 WHERE invitation_id = $1',
        [id, userId],
      );
      await writeAudit(
        client,
        { ...caller, accountId, ...invitee },
        { action: 'member.join', accountId, detail: { invitationId: id, userId, role } },
      );
      return { accountId };
    });
  }
}

/** Ends the open invitations made by someone who may no longer invite: one may be for another address of theirs. */
export async function revokeInvitationsBy(
  client: PoolClient,
  accountId: string,
  userId: string,
  actor: Actor,
): Promise<void> {
  const { rows } = await client.query<{ invitation_id: string; email: string }>(
    `UPDATE identity.invitation SET revoked_at = now()
     WHERE account_id = $1 AND invited_by = $2 AND ${IS_OPEN} RETURNING invitation_id, email`,
    [accountId, userId],
  );
  for (const { invitation_id: invitationId, email } of rows) {
    await writeAudit(client, actor, {
      action: 'invitation.revoke',
      accountId,
      detail: { invitationId, email },
    });
  }
}

/**
 * Requires the lock on the account's members. An open invitation of the same address is replaced, so it takes no place.
 */
async function refusalToInvite(
  client: PoolClient,
  accountId: string,
  email: string,
): Promise<InvitationRefusal | undefined> {
  const { rows } = await client.query<{ is_member: boolean; places: number; today: number }>(
    `SELECT
       EXISTS (SELECT FROM identity.membership JOIN (${USERS}) ON person.user_id = membership.user_id
               WHERE membership.account_id = $1 AND home.email_key = ANY($2)) AS is_member,
       ((SELECT count(*) FROM identity.membership WHERE account_id = $1)
         + (SELECT count(*) FROM identity.invitation
            WHERE account_id = $1 AND email_key <> ALL($2) AND ${IS_OPEN}))::integer AS places,
       (SELECT count(*)::integer FROM identity.invitation
        WHERE account_id = $1 AND created_at > now() - interval '1 day') AS today`,
    [accountId, emailKeys(email)],
  );
  const { is_member: isMember, places, today } = rows[0]!;
  if (isMember) return 'member';
  if (places >= TEAM_LIMITS.members) return 'full';
  return today >= TEAM_LIMITS.invitationsPerDay ? 'too_many' : undefined;
}

/** An invitation, if the secret matches, its account is active, and the holder's session has its address. */
async function readHeld(
  client: PoolClient,
  id: string,
  secret: string,
  { sessionId, userId }: Invitee,
): Promise<HeldRow | undefined> {
  const { rows } = await client.query<HeldRow>(
    `SELECT account_id, email_key, role, secret_hash, ${IS_OPEN} AS is_open, accepted_by
     FROM identity.invitation
     WHERE invitation_id = $1 AND account_id IN (SELECT account_id FROM identity.account WHERE status = 'active')`,
    [id],
  );
  const { rows: sessions } = await client.query<{ verified_email_key: string | null }>(
    'SELECT verified_email_key FROM identity.web_session WHERE session_id = $1 AND user_id = $2',
    [sessionId, userId],
  );
  const [held] = rows;
  if (!held || !timingSafeEqual(held.secret_hash, hashSecret(secret))) return undefined;
  const verified = sessions[0]?.verified_email_key ?? undefined;
  // Earlier versions stored other keys.
  return verified !== undefined && emailKey(verified) === emailKey(held.email_key) ? held : undefined;
}

/** The lock makes a user's acceptances wait for each other. */
async function countAccounts(client: PoolClient, userId: string): Promise<number> {
  await client.query('SELECT FROM identity.user WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM identity.membership WHERE user_id = $1',
    [userId],
  );
  return rows[0]!.count;
}

function invitationFromRow(row: InvitationRow): Invitation {
  return {
    id: row.invitation_id,
    email: row.email,
    role: row.member_role,
    invitedBy: userFromRow(row),
    createdAt: row.invited_at,
    expiresAt: row.expires_at,
  };
}
