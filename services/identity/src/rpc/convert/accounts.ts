import { identity } from '@heliograph/proto';
import { Issues, isUuid } from '@heliograph/runtime';
import type { Account, AccountChanges, AccountStatus, Plan, Role } from '../../domain/account';
import { isEmail } from '../../domain/email';
import { PAGE_SIZE, requireName, requirePage, requireText } from './calls';

const REASON_LENGTH = 500;
const QUERY_LENGTH = 254;

const PLANS: ReadonlyMap<identity.Plan, Plan> = new Map([
  // The default plan.
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
  requireText(issues, request.reason, REASON_LENGTH, 'reason');
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
  if (name !== undefined) requireName(issues, name);
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
  requireText(issues, request.reason, REASON_LENGTH, 'reason');
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
  requireText(issues, query, QUERY_LENGTH, 'query');
  requirePage(issues, limit);
  issues.require(pageToken === '' || isUuid(pageToken), 'page_token', 'is not a valid page token');
  issues.throwIfAny();
  return { query, limit: limit || PAGE_SIZE, before: pageToken || undefined };
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
