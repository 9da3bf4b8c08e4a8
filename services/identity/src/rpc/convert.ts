import { Faults } from '@heliograph/runtime';
import { identity } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Account, AccountStatus, Plan } from '../domain/account';
import { isEmail } from '../domain/email';
import { MAXIMUM_MONTHLY_CAP, SCOPES, isScope, type Key, type KeyChanges } from '../domain/key';
import { isText } from '../domain/text';
import type { Verdict } from '../domain/verdict';
import type { Actor } from '../storage/audit';
import type { CredentialRow } from '../storage/mapping';

const HASH_BYTES = 32;
const NAME_LENGTH = 100;
const REASON_LENGTH = 500;
const LONGEST_LIFE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

const PLANS: ReadonlyMap<identity.Plan, Plan> = new Map([
  // The plan that an account has when nobody chooses one.
  [identity.Plan.UNSPECIFIED, 'free'],
  [identity.Plan.FREE, 'free'],
  [identity.Plan.PAID, 'paid'],
]);

const STATUSES: ReadonlyMap<identity.AccountStatus, AccountStatus> = new Map([
  [identity.AccountStatus.ACTIVE, 'active'],
  [identity.AccountStatus.DISABLED, 'disabled'],
  [identity.AccountStatus.SUSPENDED, 'suspended'],
]);

const PLAN_NUMBERS: Record<Plan, identity.Plan> = { free: identity.Plan.FREE, paid: identity.Plan.PAID };

const STATUS_NUMBERS: Record<AccountStatus, identity.AccountStatus> = {
  active: identity.AccountStatus.ACTIVE,
  disabled: identity.AccountStatus.DISABLED,
  suspended: identity.AccountStatus.SUSPENDED,
};

const VERDICT_NUMBERS: Record<Verdict, identity.Verdict> = {
  valid: identity.Verdict.VALID,
  unknown: identity.Verdict.UNKNOWN,
  expired: identity.Verdict.EXPIRED,
  revoked: identity.Verdict.REVOKED,
  account_disabled: identity.Verdict.ACCOUNT_DISABLED,
  account_suspended: identity.Verdict.ACCOUNT_SUSPENDED,
};

/** Request ids end in the audit log; a caller's nonsense must not keep a change from being logged. */
const REQUEST_ID_LENGTH = 128;

export function actorOf(call: CallContext): Actor {
  return {
    caller: call.caller,
    requestId: call.requestId.replace(/[^\x20-\x7e]/g, '').slice(0, REQUEST_ID_LENGTH),
  };
}

/** @throws ServiceError `invalid_parameter`. */
export function hashFromRequest(request: identity.AuthenticateRequest): Buffer {
  const faults = new Faults();
  faults.require(request.keyHash.length === HASH_BYTES, 'key_hash', `must be ${HASH_BYTES} bytes`);
  faults.throwIfAny();
  return request.keyHash;
}

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function newAccountFromRequest(request: identity.CreateAccountRequest): { email: string; plan: Plan } {
  const faults = new Faults();
  const email = request.email.trim();
  const plan = PLANS.get(request.plan);
  faults.require(isEmail(email), 'email', 'must be an email address');
  faults.require(plan !== undefined, 'plan', 'must be FREE or PAID');
  faults.throwIfAny();
  return { email, plan: plan! };
}

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function statusFromRequest(request: identity.SetAccountStatusRequest): {
  status: AccountStatus;
  reason: string;
} {
  const faults = new Faults();
  const status = STATUSES.get(request.status);
  faults.require(status !== undefined, 'status', 'must be ACTIVE, DISABLED or SUSPENDED');
  faults.require(isText(request.reason, REASON_LENGTH), 'reason', textRule(REASON_LENGTH));
  faults.throwIfAny();
  return { status: status!, reason: request.reason };
}

/**
 * @param now milliseconds since the Unix epoch.
 * @throws ServiceError `invalid_parameter` naming every fault.
 */
export function newKeyFromRequest(
  request: identity.CreateKeyRequest,
  now: number,
): { name: string; scopes: string[]; expiresAt: Date | undefined; monthlyCapRecords: number | undefined } {
  const faults = new Faults();
  faults.require(isText(request.name, NAME_LENGTH), 'name', textRule(NAME_LENGTH));
  // A key without a scope could only read the catalogue: a slip, more likely than a wish.
  faults.require(request.scopes.length > 0, 'scopes', 'must name at least one scope');
  faults.require(request.scopes.every(isScope), 'scopes', `must be of ${SCOPES.join(', ')}`);
  const { expiresAtMs } = request;
  faults.require(
    expiresAtMs === 0n || (expiresAtMs > BigInt(now) && expiresAtMs <= BigInt(now + LONGEST_LIFE_MS)),
    'expires_at_ms',
    'must lie ahead, by ten years at most',
  );
  requireCap(faults, request.monthlyCapRecords);
  faults.throwIfAny();
  return {
    name: request.name,
    scopes: SCOPES.filter((scope) => request.scopes.includes(scope)),
    expiresAt: expiresAtMs === 0n ? undefined : new Date(Number(expiresAtMs)),
    monthlyCapRecords: request.monthlyCapRecords === 0n ? undefined : Number(request.monthlyCapRecords),
  };
}

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function keyChangesFromRequest(request: identity.UpdateKeyRequest): KeyChanges {
  const { name, monthlyCapRecords } = request;
  const faults = new Faults();
  if (name !== undefined) faults.require(isText(name, NAME_LENGTH), 'name', textRule(NAME_LENGTH));
  if (monthlyCapRecords !== undefined) requireCap(faults, monthlyCapRecords);
  faults.throwIfAny();
  return {
    name,
    monthlyCapRecords: monthlyCapRecords === undefined ? undefined : Number(monthlyCapRecords) || null,
  };
}

function requireCap(faults: Faults, monthlyCapRecords: bigint): void {
  faults.require(
    monthlyCapRecords <= BigInt(MAXIMUM_MONTHLY_CAP),
    'monthly_cap_records',
    `must be at most ${MAXIMUM_MONTHLY_CAP}`,
  );
}

export function verdictToResponse(
  verdict: Verdict,
  credential: CredentialRow | undefined,
): identity.AuthenticateResponse {
  return {
    verdict: VERDICT_NUMBERS[verdict],
    credentialId: credential?.key_id ?? '',
    accountId: credential?.account_id ?? '',
    scopes: credential?.scopes ?? [],
    expiresAtMs: millisecondsOf(credential?.expires_at),
    monthlyCapRecords: BigInt(credential?.monthly_cap_records ?? 0),
  };
}

export function accountToResponse(account: Account): identity.Account {
  return {
    id: account.id,
    email: account.email,
    plan: PLAN_NUMBERS[account.plan],
    status: STATUS_NUMBERS[account.status],
    createdAtMs: millisecondsOf(account.createdAt),
  };
}

export function keyToResponse(key: Key): identity.Key {
  return {
    id: key.id,
    accountId: key.accountId,
    name: key.name,
    scopes: key.scopes,
    createdAtMs: millisecondsOf(key.createdAt),
    expiresAtMs: millisecondsOf(key.expiresAt),
    revokedAtMs: millisecondsOf(key.revokedAt),
    hint: key.hint,
    monthlyCapRecords: BigInt(key.monthlyCapRecords ?? 0),
    lastUsedAtMs: millisecondsOf(key.lastUsedAt),
  };
}

function millisecondsOf(date: Date | null | undefined): bigint {
  return BigInt(date?.getTime() ?? 0);
}

function textRule(maximumLength: number): string {
  return `must be at most ${maximumLength} characters without control characters`;
}
