import type { Account, AccountStatus, Plan, Role } from '../domain/account';
import type { CliSession } from '../domain/cli';
import type { Key } from '../domain/key';
import type { User } from '../domain/member';
import type { AccessRestriction } from '../domain/restriction';
import type { StatusNotice } from '../domain/status-notice';
import type { WebSession } from '../domain/session';

export interface AccountRow {
  account_id: string;
  email: string;
  is_email_verified: boolean | null;
  plan: Plan;
  status: AccountStatus;
  created_at: Date;
  name: string;
  role: Role;
  last_sign_in_at: Date | null;
  logs_queries: boolean;
}

/** Columns of {@link AccountRow}; qualified, for statements that join. */
export const ACCOUNT_COLUMNS =
  'account.account_id, account.email, account.plan, account.status, account.created_at, account.name, account.role, ' +
  'account.last_sign_in_at, account.logs_queries, account.is_email_verified';

export interface UserRow {
  user_id: string;
  user_email: string;
  user_name: string;
  home_account_id: string;
}

/** Columns of {@link UserRow}, from a user and their home account. */
export const USER_COLUMNS =
  'person.user_id, home.email AS user_email, person.name AS user_name, person.home_account_id';

/** The tables that {@link USER_COLUMNS} names. */
export const USERS =
  'identity.user AS person JOIN identity.account AS home ON home.account_id = person.home_account_id';

export interface KeyRow {
  key_id: string;
  account_id: string;
  name: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  hint: string;
  /** A PostgreSQL bigint, which arrives as text. */
  monthly_cap_records: string | null;
  last_used_at: Date | null;
  is_test: boolean;
  creator: UserRow | null;
  lineage_id: string | null;
}

/** A key, or an access token of the client, as it is checked. */
export interface CredentialRow {
  /** The key's id, or that of the token's session. */
  credential_id: string;
  account_id: string;
  scopes: string[];
  expires_at: Date | null;
  is_revoked: boolean;
  is_expired: boolean;
  status: AccountStatus;
  role: Role;
  monthly_cap_records: string | null;
  lineage_id: string | null;
  is_test: boolean;
  logs_queries: boolean;
  is_restricted: boolean;
  restriction_message: string;
  /** When this was read. */
  read_at: Date;
}

export interface WebSessionRow {
  session_id: string;
  account_id: string;
  created_at: Date;
  last_seen_at: Date;
  idle_expires_at: Date;
  expires_at: Date;
  user_agent: string;
  address: string;
}

/** Columns of {@link WebSessionRow}, with the account in which the session works. */
export const WEB_SESSION_COLUMNS =
  'session_id, coalesce(current_account_id, account_id) AS account_id, created_at, last_seen_at, idle_expires_at, ' +
  'expires_at, user_agent, address';

export interface CliSessionRow {
  session_id: string;
  account_id: string;
  device_name: string;
  client_version: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export const CLI_SESSION_COLUMNS =
  'session_id, account_id, device_name, client_version, created_at, last_used_at, expires_at';

export interface RestrictionRow {
  active: boolean;
  message: string;
  changed_at: Date | null;
}

export interface NoticeRow {
  text: string;
  changed_at: Date | null;
}

export function accountFromRow(row: AccountRow): Account {
  const { account_id: id, email, plan, status, created_at: createdAt, name, role } = row;
  const { last_sign_in_at: lastSignInAt, logs_queries: logsQueries } = row;
  return {
    id,
    email,
    isEmailVerified: row.is_email_verified ?? undefined,
    plan,
    status,
    createdAt,
    name,
    role,
    logsQueries,
    lastSignInAt: lastSignInAt ?? undefined,
  };
}

export function userFromRow(row: UserRow): User {
  return {
    id: row.user_id,
    email: row.user_email,
    name: row.user_name,
    homeAccountId: row.home_account_id,
  };
}

export function keyFromRow(row: KeyRow): Key {
  return {
    id: row.key_id,
    accountId: row.account_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    hint: row.hint,
    monthlyCapRecords: row.monthly_cap_records === null ? undefined : Number(row.monthly_cap_records),
    lastUsedAt: row.last_used_at ?? undefined,
    isTest: row.is_test,
    createdBy: row.creator ? userFromRow(row.creator) : undefined,
    lineageId: row.lineage_id ?? undefined,
  };
}

export function webSessionFromRow(row: WebSessionRow): WebSession {
  return {
    id: row.session_id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    address: row.address,
  };
}

export function cliSessionFromRow(row: CliSessionRow): CliSession {
  return {
    id: row.session_id,
    accountId: row.account_id,
    device: { name: row.device_name, clientVersion: row.client_version },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

export function restrictionFromRow(row: RestrictionRow): AccessRestriction {
  return { active: row.active, message: row.message, changedAt: row.changed_at ?? undefined };
}

export function noticeFromRow(row: NoticeRow): StatusNotice {
  return { text: row.text, changedAt: row.changed_at ?? undefined };
}
