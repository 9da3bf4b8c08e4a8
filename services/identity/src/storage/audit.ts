import { ServiceError } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';
import type { User } from '../domain/member';
import { USER_COLUMNS, userFromRow, USERS, type UserRow } from './mapping';

/** Who requested a change. */
export interface Actor {
  caller: string;
  requestId: string;
  /** The account it was done in; undefined for the operator's command line. */
  accountId?: string | undefined;
  /** The user who did it; undefined for the operator's command line. */
  userId?: string | undefined;
  /** The session it was done in, of a browser or the command-line client. */
  sessionId?: string | undefined;
}

type AuditAction =
  | 'account.create'
  | 'account.status'
  | 'account.update'
  | 'account.link'
  | 'account.handover'
  | 'account.lose_email'
  | 'invitation.create'
  | 'invitation.revoke'
  | 'member.join'
  | 'member.role'
  | 'member.remove'
  | 'member.leave'
  | 'user.update'
  | 'auto_top_up.set'
  | 'auto_top_up.pause'
  | 'card.save'
  | 'card.remove'
  | 'key.create'
  | 'key.update'
  | 'key.revoke'
  | 'key.roll'
  | 'session.create'
  | 'session.end'
  | 'session.revoke'
  | 'session.revoke_all'
  | 'cli.approve'
  | 'cli.deny'
  | 'cli_session.create'
  | 'cli_session.end'
  | 'cli_session.revoke'
  | 'cli_session.reuse'
  | 'restriction.set'
  | 'notice.set';

/** The user behind an entry. The oldest entries have only the account, whose id its user had. */
const ACTING_USER = 'coalesce(actor_user_id, actor_account_id)';

/** Users who change something of theirs act in the account it belongs to, wherever they are working now. */
export function ownActor(actor: Actor, accountId: string, ownerId: string | undefined): Actor {
  return ownerId !== undefined && actor.userId === ownerId ? { ...actor, accountId } : actor;
}

interface Change {
  action: AuditAction;
  /** Undefined for a change of the whole installation. */
  accountId: string | undefined;
  keyId?: string;
  /** The entry's id, if derived from the change, which is then logged only once. */
  entryId?: string;
  /** What changed, never a key or its hash. */
  detail: Record<string, unknown>;
}

/** Logs a change, in the transaction that makes it. */
export async function writeAudit(client: PoolClient, actor: Actor, change: Change): Promise<void> {
  await client.query(
    `INSERT INTO identity.audit_entry
       (action, caller, request_id, account_id, key_id, detail, actor_account_id, actor_session_id, actor_user_id,
        entry_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::uuid, gen_random_uuid()))
     ON CONFLICT (entry_id) DO NOTHING`,
    [
      ...[change.action, actor.caller, actor.requestId, change.accountId ?? null, change.keyId ?? null],
      ...[change.detail, actor.accountId ?? null, actor.sessionId ?? null, actor.userId ?? null],
      change.entryId ?? null,
    ],
  );
}

/** Entries a user may make in an account within 24 hours before edits are refused: entries are kept forever. */
export const MAXIMUM_ENTRIES_PER_DAY = 1_000;

/**
 * Logs what a user may do any number of times, such as a change of name, in the transaction that does it. Changes that
 * take something away (revoking, removing, ending, turning off) are never refused; log them with {@link writeAudit}.
 * Concurrent edits may exceed the maximum by their number.
 *
 * @throws ServiceError `rate_limited` when the acting user has made the maximum of entries in the last 24 hours.
 */
export async function writeEdit(client: PoolClient, actor: Actor, change: Change): Promise<void> {
  if (actor.accountId !== undefined) {
    const { rowCount } = await client.query(
      `SELECT FROM (
         SELECT created_at FROM identity.audit_entry
         WHERE account_id = $1 AND actor_account_id = $2 AND ${ACTING_USER} = $3
         ORDER BY audit_id DESC OFFSET $4 LIMIT 1) AS earlier
       WHERE created_at > now() - interval '1 day'`,
      [
        ...[change.accountId ?? null, actor.accountId, actor.userId ?? actor.accountId],
        MAXIMUM_ENTRIES_PER_DAY - 1,
      ],
    );
    if (rowCount !== 0) throw tooManyEdits();
  }
  await writeAudit(client, actor, change);
}

const tooManyEdits = (): ServiceError =>
  new ServiceError(
    'rate_limited',
    `You made ${MAXIMUM_ENTRIES_PER_DAY} changes in this account in 24 hours, the maximum. Try again later.`,
    { retryAfterSeconds: 60 * 60 },
  );

export interface AuditEntry {
  id: string;
  createdAt: Date;
  action: string;
  caller: string;
  requestId: string;
  keyId: string | undefined;
  actorAccountId: string | undefined;
  /** Undefined for the operator's command line. */
  actorUser: User | undefined;
  detail: unknown;
}

interface AuditRow {
  entry_id: string;
  created_at: Date;
  action: string;
  caller: string;
  request_id: string;
  key_id: string | null;
  actor_account_id: string | null;
  actor_user: UserRow | null;
  detail: unknown;
}

/**
 * What users did in an account. Operators act from their own account and are shown without names, so no user has their
 * entries.
 */
const IN_ACCOUNT = 'account_id = $1 AND actor_account_id = $1';
const MAXIMUM_USERS = 500;

/** Selects entries. */
interface AuditPage {
  /** Undefined for those of the whole installation. */
  accountId: string | undefined;
  /** Only what this user did in the account. */
  userId: string | undefined;
  limit: number;
  /** Only entries older than this one of the same account; none if it has no such entry. */
  before: string | undefined;
}

/** Of the entry that the page ends before; more than any without one. Parameters as in {@link listAudit}. */
const END = `CASE WHEN $2::uuid IS NULL THEN 9223372036854775807 ELSE (
  SELECT audit_id FROM identity.audit_entry WHERE entry_id = $2 AND account_id IS NOT DISTINCT FROM $1) END`;

function selectionOf({ accountId, userId }: AuditPage): string {
  const inOrder = `audit_id < ${END} ORDER BY audit_id DESC`;
  if (accountId === undefined)
    return `account_id IS NULL AND $1::uuid IS NULL AND $4::uuid IS NULL AND ${inOrder}`;
  if (userId !== undefined) return `${IN_ACCOUNT} AND ${ACTING_USER} = $4 AND ${inOrder}`;
  // In the order of its index. By number alone, entries of an account with a large share were looked for in the whole
  // log, also beyond its first one.
  return `account_id >= $1 AND (account_id, audit_id) < ($1, ${END}) AND $4::uuid IS NULL
    ORDER BY account_id DESC, audit_id DESC`;
}

/** Entries, newest first. */
export async function listAudit(pool: Pool, page: AuditPage): Promise<AuditEntry[]> {
  const { accountId, userId, limit, before } = page;
  const { rows } = await pool.query<AuditRow>(
    `SELECT entry_id, created_at, action, caller, request_id, key_id, actor_account_id, detail,
       (SELECT to_jsonb(actor) FROM (SELECT ${USER_COLUMNS} FROM ${USERS}
          WHERE person.user_id = ${ACTING_USER}) AS actor) AS actor_user
     FROM identity.audit_entry WHERE ${selectionOf(page)} LIMIT $3`,
    [accountId ?? null, before ?? null, limit, userId ?? null],
  );
  return rows.map((row) => ({
    id: row.entry_id,
    createdAt: row.created_at,
    action: row.action,
    caller: row.caller,
    requestId: row.request_id,
    keyId: row.key_id ?? undefined,
    actorAccountId: row.actor_account_id ?? undefined,
    actorUser: row.actor_user ? userFromRow(row.actor_user) : undefined,
    detail: row.detail,
  }));
}

/**
 * An account's members, and former ones that its log names, by email address. Looks at one entry per user, not at all
 * of them.
 */
export async function listAuditUsers(pool: Pool, accountId: string): Promise<User[]> {
  const next = (condition: string) =>
    `(SELECT ${ACTING_USER} FROM identity.audit_entry WHERE ${IN_ACCOUNT} AND ${condition} ORDER BY ${ACTING_USER} LIMIT 1)`;
  const { rows } = await pool.query<UserRow>(
    `WITH RECURSIVE named AS (
       SELECT ${next('true')} AS user_id
       UNION ALL
       SELECT ${next(`${ACTING_USER} > named.user_id`)} FROM named WHERE named.user_id IS NOT NULL)
     SELECT ${USER_COLUMNS} FROM ${USERS}
     WHERE person.user_id IN (
       SELECT user_id FROM named UNION SELECT user_id FROM identity.membership WHERE account_id = $1)
     ORDER BY user_email, person.user_id LIMIT ${MAXIMUM_USERS}`,
    [accountId],
  );
  return rows.map(userFromRow);
}
