import type {
  Account,
  AccountStatus,
  Allowance,
  Moment,
  OperatedAccount,
  Subscription,
} from '@heliograph/dashboard-api';
import { identity, type ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';

/** @param milliseconds since the Unix epoch. */
export function momentOf(milliseconds: bigint): Moment {
  return new Date(Number(milliseconds)).toISOString();
}

/** @param milliseconds since the Unix epoch; 0 when it never was. */
export function momentOrNull(milliseconds: bigint): Moment | null {
  return milliseconds === 0n ? null : momentOf(milliseconds);
}

export function accountRecord(account: identity.Account): Account {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan === identity.Plan.PAID ? 'paid' : 'free',
    role: account.role === identity.Role.OPERATOR ? 'operator' : 'user',
    createdAt: momentOf(account.createdAtMs),
  };
}

const STATUSES: Readonly<Partial<Record<identity.AccountStatus, AccountStatus>>> = {
  [identity.AccountStatus.ACTIVE]: 'active',
  [identity.AccountStatus.DISABLED]: 'disabled',
  [identity.AccountStatus.SUSPENDED]: 'suspended',
};

export const STATUS_NUMBERS: Readonly<Record<AccountStatus, identity.AccountStatus>> = {
  active: identity.AccountStatus.ACTIVE,
  disabled: identity.AccountStatus.DISABLED,
  suspended: identity.AccountStatus.SUSPENDED,
};

export const PLAN_NUMBERS: Readonly<Record<Account['plan'], identity.Plan>> = {
  free: identity.Plan.FREE,
  paid: identity.Plan.PAID,
};

export function operatedAccountRecord(account: identity.Account): OperatedAccount {
  const status = STATUSES[account.status];
  if (status === undefined) throw new Error(`unknown account status ${account.status}`);
  return { ...accountRecord(account), status, lastSignInAt: momentOrNull(account.lastSignInAtMs) };
}

export function allowanceRecord(allowance: ledger.Allowance | undefined): Allowance {
  return {
    granted: Number(allowance?.granted ?? 0n),
    used: Number(allowance?.used ?? 0n),
    remaining: Number(allowance?.remaining ?? 0n),
  };
}

/** Operations of the activities view: one's own browsing is no request of a program. */
const WEB_OPERATIONS: ReadonlySet<string> = new Set(['searchActivities', 'browseActivities']);

function requestsOfMonth({ byOperation }: ledger.Usage): number {
  const ofPrograms = byOperation.filter(({ operation }) => !WEB_OPERATIONS.has(operation));
  return ofPrograms.reduce((sum, { requests }) => sum + Number(requests), 0);
}

/** What an account has, and what it used of this month, apart from days. */
export function fundsRecord(usage: ledger.Usage, { plan }: Pick<Account, 'plan'>) {
  return {
    balance: { amount: dollarsOfMicros(usage.balanceMicros), records: Number(usage.balanceRecords) },
    allowances: {
      api: allowanceRecord(usage.api),
      cli: allowanceRecord(usage.cli),
      web: webAllowanceRecord(usage.web, plan),
    },
    subscription: subscriptionRecord(usage.subscription),
    prepaidUse: { cli: usage.prepaidUse?.cli ?? false, web: usage.prepaidUse?.web ?? false },
    month: { month: usage.month, requests: requestsOfMonth(usage), records: Number(usage.records) },
  };
}

/** Searches of the month; null: without limit. */
export function webAllowanceRecord(
  web: ledger.Allowance | undefined,
  plan: Account['plan'],
): Allowance | null {
  return plan === 'paid' ? null : allowanceRecord(web);
}

export function subscriptionRecord(subscription: ledger.Subscription | undefined): Subscription | null {
  if (!subscription) return null;
  return {
    periodStart: momentOf(subscription.periodStartMs),
    periodEnd: momentOf(subscription.periodEndMs),
    cli: allowanceRecord(subscription.cli),
  };
}
