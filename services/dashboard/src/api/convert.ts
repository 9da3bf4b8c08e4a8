import type {
  Account,
  AccountStatus,
  Allowance,
  OperatedAccount,
  Subscription,
} from '@heliograph/dashboard-api';
import { identity, type ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import {
  allowanceView,
  timestampOf,
  timestampOrNull,
  planName,
  roleName,
  subscriptionView,
} from '@heliograph/views';

export function accountRecord(account: identity.Account): Account {
  return {
    id: account.id,
    email: account.email,
    isEmailUnverified: account.isEmailVerified === false,
    name: account.name,
    plan: planName(account.plan),
    role: roleName(account.role),
    createdAt: timestampOf(account.createdAt),
    logsQueries: account.logsQueries === true,
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

export function operatedAccountRecord(account: identity.Account): OperatedAccount {
  const status = STATUSES[account.status];
  if (status === undefined) throw new Error(`unknown account status ${account.status}`);
  return { ...accountRecord(account), status, lastSignInAt: timestampOrNull(account.lastSignInAt) };
}

/** Operations of the activities view: browsing in the dashboard is not an API request. */
const WEB_OPERATIONS: ReadonlySet<string> = new Set(['searchActivities', 'browseActivities']);

function requestsOfMonth({ byOperation }: ledger.Usage): number {
  const ofPrograms = byOperation.filter(({ operation }) => !WEB_OPERATIONS.has(operation));
  return ofPrograms.reduce((sum, { requests }) => sum + Number(requests), 0);
}

/** An account's funds and this month's usage, without days. */
export function fundsRecord(usage: ledger.Usage, { plan }: Pick<Account, 'plan'>) {
  return {
    balance: { amount: dollarsOfMicros(usage.balanceMicros), records: Number(usage.balanceRecords) },
    allowances: {
      api: allowanceView(usage.api),
      cli: allowanceView(usage.cli),
      web: webAllowanceRecord(usage.web, plan),
    },
    subscription: subscriptionRecord(usage.subscription),
    prepaidUse: { cli: usage.prepaidUse?.cli ?? false, web: usage.prepaidUse?.web ?? false },
    month: { month: usage.month, requests: requestsOfMonth(usage), records: Number(usage.records) },
  };
}

/** The month's searches; null means unlimited. */
export function webAllowanceRecord(
  web: ledger.Allowance | undefined,
  plan: Account['plan'],
): Allowance | null {
  return plan === 'paid' ? null : allowanceView(web);
}

function subscriptionRecord(subscription: ledger.Subscription | undefined): Subscription | null {
  return subscription ? subscriptionView(subscription) : null;
}
