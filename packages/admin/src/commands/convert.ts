import { identity, type ledger } from '@heliograph/proto';
import { formatDollars } from '../input/dollars';

/** ISO 8601 of milliseconds since the epoch; undefined for 0, which stands for "not set". */
export function timeOf(milliseconds: bigint): string | undefined {
  return milliseconds === 0n ? undefined : new Date(Number(milliseconds)).toISOString();
}

export const plans = ['free', 'paid'] as const;
export type PlanName = (typeof plans)[number];

export function planFromName(name: PlanName): identity.Plan {
  return name === 'paid' ? identity.Plan.PAID : identity.Plan.FREE;
}

export function planName(plan: identity.Plan): PlanName {
  return plan === identity.Plan.PAID ? 'paid' : 'free';
}

export type StatusName = 'active' | 'disabled' | 'suspended';

export function statusName(status: identity.AccountStatus): StatusName {
  switch (status) {
    case identity.AccountStatus.DISABLED:
      return 'disabled';
    case identity.AccountStatus.SUSPENDED:
      return 'suspended';
    default:
      return 'active';
  }
}

export function accountDocument(account: identity.Account) {
  return {
    id: account.id,
    email: account.email,
    plan: planName(account.plan),
    status: statusName(account.status),
    createdAt: timeOf(account.createdAtMs),
  };
}

export function keyDocument(key: identity.Key) {
  return {
    id: key.id,
    name: key.name || undefined,
    hint: key.hint || undefined,
    scopes: key.scopes,
    createdAt: timeOf(key.createdAtMs),
    expiresAt: timeOf(key.expiresAtMs),
    revokedAt: timeOf(key.revokedAtMs),
  };
}

export interface AllowanceDocument {
  granted: number;
  used: number;
  remaining: number;
}

export function allowanceDocument(allowance: ledger.Allowance | undefined): AllowanceDocument {
  return {
    granted: Number(allowance?.granted ?? 0n),
    used: Number(allowance?.used ?? 0n),
    remaining: Number(allowance?.remaining ?? 0n),
  };
}

export function balanceDocument(micros: bigint) {
  return { currency: 'USD', amount: formatDollars(micros) };
}

export function subscriptionDocument(subscription: ledger.Subscription) {
  return {
    periodStart: timeOf(subscription.periodStartMs),
    periodEnd: timeOf(subscription.periodEndMs),
    cli: allowanceDocument(subscription.cli),
  };
}

/** The same shape as the answer of `GET /usage`. */
export function usageDocument(usage: ledger.Usage) {
  return {
    month: usage.month,
    requests: Number(usage.requests),
    records: Number(usage.records),
    byOperation: usage.byOperation.map(({ operation, requests, records }) => ({
      operation,
      requests: Number(requests),
      records: Number(records),
    })),
    allowances: {
      api: allowanceDocument(usage.api),
      cli: allowanceDocument(usage.cli),
      web: allowanceDocument(usage.web),
    },
    balance: { ...balanceDocument(usage.balanceMicros), records: Number(usage.balanceRecords) },
    subscription: usage.subscription ? subscriptionDocument(usage.subscription) : null,
  };
}
