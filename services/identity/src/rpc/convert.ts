import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { Issues, isReadableName, readableNameRule } from '@heliograph/runtime';
import { identity } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Account, AccountChanges, AccountStatus, Plan, Role } from '../domain/account';
import type { CredentialKind } from '../domain/credential-kind';
import { isEmail } from '../domain/email';
import { SCOPES, isScope, type Key, type KeyChanges } from '../domain/key';
import { MEMBER_ROLES, type MemberRole, type User } from '../domain/member';
import type { AccessRestriction } from '../domain/restriction';
import type { StatusNotice } from '../domain/status-notice';
import { isId, isText } from '../domain/text';
import type { Verdict } from '../domain/verdict';
import type { Actor, AuditEntry } from '../storage/audit';
import type { CredentialRow } from '../storage/mapping';
import type { SessionOwner } from '../storage/web-session-store';

const HASH_BYTES = 32;
const NAME_LENGTH = ACCOUNT_LIMITS.nameLength;
const REASON_LENGTH = 500;
const QUERY_LENGTH = 254;
const MESSAGE_LENGTH = 500;
const LONGEST_OVERLAP_SECONDS = 30 * 24 * 60 * 60;
const PAGE_SIZE = 50;
const LARGEST_PAGE = 200;
const LONGEST_LIFE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

const PLANS: ReadonlyMap<identity.Plan, Plan> = new Map([
  // An account's plan by default.
  [identity.Plan.UNSPECIFIED, 'free'],
  [identity.Plan.FREE, 'free'],
  [identity.Plan.PAID, 'paid'],
]);

const STATUSES: ReadonlyMap<identity.AccountStatus, AccountStatus> = new Map([
  [identity.AccountStatus.ACTIVE, 'active'],
  [identity.AccountStatus.DISABLED, 'disabled'],
  [identity.AccountStatus.SUSPENDED, 'suspended'],
]);

const ROLES: ReadonlyMap<identity.Role, Role> = new Map([
  [identity.Role.USER, 'user'],
  [identity.Role.OPERATOR, 'operator'],
]);

const MEMBER_ROLE_NUMBERS: Record<MemberRole, identity.MemberRole> = {
  owner: identity.MemberRole.OWNER,
  developer: identity.MemberRole.DEVELOPER,
  billing: identity.MemberRole.BILLING,
  viewer: identity.MemberRole.VIEWER,
};

const KINDS: ReadonlyMap<identity.CredentialKind, CredentialKind> = new Map([
  [identity.CredentialKind.UNSPECIFIED, 'api_key'],
  [identity.CredentialKind.API_KEY, 'api_key'],
  [identity.CredentialKind.CLI_TOKEN, 'cli_token'],
]);

const ROLE_NUMBERS: Record<Role, identity.Role> = {
  user: identity.Role.USER,
  operator: identity.Role.OPERATOR,
};

const PLAN_NUMBERS: Record<Plan, identity.Plan> = { free: identity.Plan.FREE, paid: identity.Plan.PAID };

const STATUS_NUMBERS: Record<AccountStatus, identity.AccountStatus> = {
  active: identity.AccountStatus.ACTIVE,
  disabled: identity.AccountStatus.DISABLED,
  suspended: identity.AccountStatus.SUSPENDED,
};

export const VERDICT_NUMBERS: Record<Verdict, identity.Verdict> = {
  valid: identity.Verdict.VALID,
  unknown: identity.Verdict.UNKNOWN,
  expired: identity.Verdict.EXPIRED,
  revoked: identity.Verdict.REVOKED,
  account_disabled: identity.Verdict.ACCOUNT_DISABLED,
  account_suspended: identity.Verdict.ACCOUNT_SUSPENDED,
  access_restricted: identity.Verdict.ACCESS_RESTRICTED,
};

/** Request ids end up in the audit log; an invalid one must not keep a change from being logged. */
const REQUEST_ID_LENGTH = 128;

/** @param actor of the call, according to the calling program; malformed ids are dropped. */
export function actorOf(call: CallContext, actor?: identity.Actor): Actor {
  const idOf = (id: string | undefined) => (id !== undefined && isId(id) ? id : undefined);
  return {
    caller: call.caller,
    requestId: call.requestId.replace(/[^\x20-\x7e]/g, '').slice(0, REQUEST_ID_LENGTH),
    accountId: idOf(actor?.accountId),
    sessionId: idOf(actor?.sessionId),
    userId: idOf(actor?.userId),
  };
}

/** @throws ServiceError `invalid_parameter`. */
export function credentialFromRequest(request: identity.AuthenticateRequest): {
  hash: Buffer;
  kind: CredentialKind;
} {
  const issues = new Issues();
  const kind = KINDS.get(request.kind);
  issues.require(request.keyHash.length === HASH_BYTES, 'key_hash', `must be ${HASH_BYTES} bytes`);
  issues.require(kind !== undefined, 'kind', 'must be API_KEY or CLI_TOKEN');
  issues.throwIfAny();
  return { hash: request.keyHash, kind: kind! };
}

/** @throws ServiceError `invalid_parameter`. */
export function hashFromBytes(bytes: Buffer, parameter: string): Buffer {
  const issues = new Issues();
  issues.require(bytes.length === HASH_BYTES, parameter, `must be ${HASH_BYTES} bytes`);
  issues.throwIfAny();
  return bytes;
}

/** Whose sessions a request is about; undefined when it cannot be anyone's. */
export function sessionOwnerFromRequest(request: {
  accountId: string;
  userId?: string | undefined;
}): SessionOwner | undefined {
  const { accountId, userId } = request;
  return isId(accountId) && (userId === undefined || isId(userId)) ? { accountId, userId } : undefined;
}

/** An optional account id; an invalid one names no account rather than all. */
export function ownerFromRequest(accountId: string): string | undefined {
  return accountId === '' ? undefined : accountId;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function newAccountFromRequest(request: identity.CreateAccountRequest): { email: string; plan: Plan } {
  const issues = new Issues();
  const email = request.email.trim();
  const plan = PLANS.get(request.plan);
  issues.require(isEmail(email), 'email', 'must be an email address');
  issues.require(plan !== undefined, 'plan', 'must be FREE or PAID');
  issues.throwIfAny();
  return { email, plan: plan! };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function statusFromRequest(request: identity.SetAccountStatusRequest): {
  status: AccountStatus;
  reason: string;
} {
  const issues = new Issues();
  const status = STATUSES.get(request.status);
  issues.require(status !== undefined, 'status', 'must be ACTIVE, DISABLED or SUSPENDED');
  issues.require(isText(request.reason, REASON_LENGTH), 'reason', textRule(REASON_LENGTH));
  issues.throwIfAny();
  return { status: status!, reason: request.reason };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function accountChangesFromRequest(request: identity.UpdateAccountRequest): {
  changes: AccountChanges;
  reason: string;
} {
  const issues = new Issues();
  const name = request.name?.trim();
  const plan = request.plan === identity.Plan.UNSPECIFIED ? undefined : PLANS.get(request.plan);
  const role = ROLES.get(request.role);
  if (name !== undefined)
    issues.require(isReadableName(name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
  issues.require(
    request.plan === identity.Plan.UNSPECIFIED || plan !== undefined,
    'plan',
    'must be FREE or PAID',
  );
  issues.require(
    request.role === identity.Role.UNSPECIFIED || role !== undefined,
    'role',
    'must be USER or OPERATOR',
  );
  issues.require(isText(request.reason, REASON_LENGTH), 'reason', textRule(REASON_LENGTH));
  issues.throwIfAny();
  const { logsQueries, reason } = request;
  return { changes: { name, plan, role, logsQueries }, reason };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function accountPageFromRequest(request: identity.ListAccountsRequest): {
  query: string;
  limit: number;
  before: string | undefined;
} {
  const issues = new Issues();
  const query = request.query.trim();
  const { limit, pageToken } = request;
  issues.require(isText(query, QUERY_LENGTH), 'query', textRule(QUERY_LENGTH));
  requirePage(issues, limit);
  issues.require(pageToken === '' || isId(pageToken), 'page_token', 'is not a valid page token');
  issues.throwIfAny();
  return { query, limit: limit || PAGE_SIZE, before: pageToken || undefined };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function auditPageFromRequest(request: identity.ListAuditEntriesRequest): {
  limit: number;
  before: string | undefined;
  userId: string | undefined;
} {
  const issues = new Issues();
  const { limit, pageToken, userId } = request;
  requirePage(issues, limit);
  issues.require(pageToken === '' || isId(pageToken), 'page_token', 'is not a valid page token');
  issues.require(userId === '' || isId(userId), 'user_id', 'must be the id of a user');
  issues.throwIfAny();
  return { limit: limit || PAGE_SIZE, before: pageToken || undefined, userId: userId || undefined };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function restrictionFromRequest(request: identity.SetAccessRestrictionRequest): {
  active: boolean;
  message: string;
} {
  const issues = new Issues();
  const message = request.message.trim();
  issues.require(isText(message, MESSAGE_LENGTH), 'message', textRule(MESSAGE_LENGTH));
  issues.require(!request.active || message !== '', 'message', 'must not be empty');
  issues.throwIfAny();
  return { active: request.active, message };
}

/** @throws ServiceError `invalid_parameter`. */
export function noticeFromRequest(request: identity.SetStatusNoticeRequest): string {
  const issues = new Issues();
  const text = request.text.trim();
  issues.require(isText(text, MESSAGE_LENGTH), 'text', textRule(MESSAGE_LENGTH));
  issues.throwIfAny();
  return text;
}

/** @throws ServiceError `invalid_parameter`. */
export function overlapFromRequest({ overlapSeconds }: identity.RollKeyRequest): number {
  const issues = new Issues();
  issues.require(overlapSeconds <= LONGEST_OVERLAP_SECONDS, 'overlap_seconds', 'must be 30 days at most');
  issues.throwIfAny();
  return overlapSeconds;
}

/**
 * @param now milliseconds since the Unix epoch.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function newKeyFromRequest(
  request: identity.CreateKeyRequest,
  now: number,
): {
  name: string;
  scopes: string[];
  expiresAt: Date | undefined;
  monthlyCapRecords: number | undefined;
  isTest: boolean;
} {
  const issues = new Issues();
  issues.require(isReadableName(request.name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
  // A key without a scope could only read filter options: more likely a mistake.
  issues.require(request.scopes.length > 0, 'scopes', 'must name at least one scope');
  issues.require(request.scopes.every(isScope), 'scopes', `must be of ${SCOPES.join(', ')}`);
  const { expiresAt, monthlyCapRecords } = request;
  issues.require(
    expiresAt === undefined || (expiresAt.getTime() > now && expiresAt.getTime() <= now + LONGEST_LIFE_MS),
    'expires_at',
    'must be in the future, at most ten years from now',
  );
  if (monthlyCapRecords !== undefined) requireCap(issues, monthlyCapRecords);
  issues.throwIfAny();
  return {
    name: request.name,
    scopes: SCOPES.filter((scope) => request.scopes.includes(scope)),
    expiresAt,
    // 0 means no cap, as in UpdateKey.
    monthlyCapRecords: monthlyCapRecords ? Number(monthlyCapRecords) : undefined,
    isTest: request.isTest === true,
  };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function keyChangesFromRequest(request: identity.UpdateKeyRequest): KeyChanges {
  const { name, monthlyCapRecords } = request;
  const issues = new Issues();
  if (name !== undefined)
    issues.require(isReadableName(name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
  if (monthlyCapRecords !== undefined) requireCap(issues, monthlyCapRecords);
  issues.throwIfAny();
  return {
    name,
    monthlyCapRecords: monthlyCapRecords === undefined ? undefined : Number(monthlyCapRecords) || null,
  };
}

function requirePage(issues: Issues, limit: number): void {
  issues.require(limit <= LARGEST_PAGE, 'limit', `must be at most ${LARGEST_PAGE}`);
}

function requireCap(issues: Issues, monthlyCapRecords: bigint): void {
  issues.require(
    monthlyCapRecords <= BigInt(ACCOUNT_LIMITS.monthlyCap),
    'monthly_cap_records',
    `must be at most ${ACCOUNT_LIMITS.monthlyCap}`,
  );
}

export function verdictToResponse(
  verdict: Verdict,
  credential: CredentialRow | undefined,
): identity.AuthenticateResponse {
  return {
    verdict: VERDICT_NUMBERS[verdict],
    credentialId: credential?.credential_id ?? '',
    accountId: credential?.account_id ?? '',
    scopes: credential?.scopes ?? [],
    expiresAt: credential?.expires_at ?? undefined,
    monthlyCapRecords: capToResponse(credential?.monthly_cap_records),
    lineageId: credential?.lineage_id ?? undefined,
    isTest: credential?.is_test ?? false,
    logsQueries: credential?.logs_queries ?? false,
    restrictionMessage: verdict === 'access_restricted' ? (credential?.restriction_message ?? '') : '',
  };
}

export function accountToResponse(account: Account): identity.Account {
  return {
    id: account.id,
    email: account.email,
    plan: PLAN_NUMBERS[account.plan],
    status: STATUS_NUMBERS[account.status],
    createdAt: account.createdAt,
    name: account.name,
    role: ROLE_NUMBERS[account.role],
    lastSignInAt: account.lastSignInAt,
    logsQueries: account.logsQueries,
    isEmailVerified: account.isEmailVerified,
  };
}

export function userToResponse({ id, email, name, homeAccountId }: User): identity.User {
  return { id, email, name, homeAccountId };
}

export function memberRoleToResponse(role: MemberRole | undefined): identity.MemberRole {
  return role === undefined ? identity.MemberRole.UNSPECIFIED : MEMBER_ROLE_NUMBERS[role];
}

/** Undefined for one that this version does not know. */
export function memberRoleFromRequest(number: identity.MemberRole): MemberRole | undefined {
  return MEMBER_ROLES.find((role) => MEMBER_ROLE_NUMBERS[role] === number);
}

export function restrictionToResponse(restriction: AccessRestriction): identity.AccessRestriction {
  const { active, message, changedAt } = restriction;
  return { active, message, changedAt };
}

export function noticeToResponse({ text, changedAt }: StatusNotice): identity.StatusNotice {
  return { text, changedAt };
}

export function auditEntryToResponse(entry: AuditEntry): identity.AuditEntry {
  return {
    id: entry.id,
    createdAt: entry.createdAt,
    action: entry.action,
    caller: entry.caller,
    requestId: entry.requestId,
    keyId: entry.keyId ?? '',
    actorAccountId: entry.actorAccountId ?? '',
    detailJson: JSON.stringify(entry.detail),
    actorUser: entry.actorUser && userToResponse(entry.actorUser),
  };
}

export function keyToResponse(key: Key): identity.Key {
  return {
    id: key.id,
    accountId: key.accountId,
    name: key.name,
    scopes: key.scopes,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    hint: key.hint,
    monthlyCapRecords: capToResponse(key.monthlyCapRecords),
    lastUsedAt: key.lastUsedAt,
    isTest: key.isTest,
    createdBy: key.createdBy && userToResponse(key.createdBy),
  };
}

export function textRule(maximumLength: number): string {
  return `must be at most ${maximumLength} characters without control characters`;
}

/** A row's or key's cap in protobuf form. */
function capToResponse(records: number | string | null | undefined): bigint | undefined {
  return records === null || records === undefined ? undefined : BigInt(records);
}
