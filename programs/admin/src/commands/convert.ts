import { identity, type indexer, type ledger, type metering } from '@heliograph/proto';
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

export const roles = ['user', 'operator'] as const;
export type RoleName = (typeof roles)[number];

export function roleFromName(name: RoleName): identity.Role {
  return name === 'operator' ? identity.Role.OPERATOR : identity.Role.USER;
}

export function roleName(role: identity.Role): RoleName {
  return role === identity.Role.OPERATOR ? 'operator' : 'user';
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
    name: account.name || undefined,
    plan: planName(account.plan),
    role: roleName(account.role),
    status: statusName(account.status),
    createdAt: timeOf(account.createdAtMs),
    lastSignInAt: timeOf(account.lastSignInAtMs),
  };
}

export function restrictionDocument(restriction: identity.AccessRestriction) {
  return {
    active: restriction.active,
    message: restriction.message || undefined,
    changedAt: timeOf(restriction.changedAtMs),
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
    monthlyCap: key.monthlyCapRecords === 0n ? undefined : Number(key.monthlyCapRecords),
    lastUsedAt: timeOf(key.lastUsedAtMs),
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

/** Use of one key in a month. */
export function keyUsageDocument(usage: ledger.CredentialUsage) {
  return {
    credential: usage.credentialId,
    requests: Number(usage.requests),
    records: Number(usage.records),
  };
}

export type EntryDocument = ReturnType<typeof entryDocument>;

/** Signed changes of the four funds, and what they are for. */
export function entryDocument(entry: ledger.Entry) {
  return {
    id: entry.id,
    account: entry.accountId,
    kind: entry.kind,
    createdAt: new Date(Number(entry.createdAtMs)).toISOString(),
    apiRecords: Number(entry.apiRecords),
    cliRecords: Number(entry.cliRecords),
    subscriptionRecords: Number(entry.subscriptionRecords),
    balanceMicros: Number(entry.balanceMicros),
    charge:
      entry.kind === 'charge'
        ? {
            credential: entry.credentialId,
            operation: entry.operation,
            records: entry.records,
            requestId: entry.requestId,
          }
        : undefined,
    reference: entry.reference || undefined,
    reason: entry.reason || undefined,
    reverses: entry.reversesEntryId || undefined,
    reversedBy: entry.reversedByEntryId || undefined,
  };
}

/** A day's totals of one key, channel and operation. */
export function dayDocument(day: metering.DailyUsage) {
  return {
    date: day.date,
    credential: day.credentialId,
    channel: day.channel,
    operation: day.operation,
    requests: Number(day.requests),
    records: Number(day.records),
    allowanceRecords: Number(day.allowanceRecords),
    prepaidRecords: Number(day.prepaidRecords),
    subscriptionRecords: Number(day.subscriptionRecords),
    prepaidMicros: Number(day.prepaidMicros),
  };
}

export function totalsDocument(totals: metering.Totals | undefined) {
  return { requests: Number(totals?.requests ?? 0n), records: Number(totals?.records ?? 0n) };
}

/** A difference by what was compared: entries and metering, or entries and the ledger's own funds and totals. */
export function differenceDocument(difference: metering.Difference) {
  const { kind, accountId, credentialId, channel, operation, field } = difference;
  const [ledger, other] = [Number(difference.ledger), Number(difference.other)];
  return kind === 'metering'
    ? {
        kind,
        account: accountId,
        credential: credentialId,
        channel,
        operation,
        field,
        ledger,
        metering: other,
      }
    : { kind, account: accountId, field, ledger, kept: other };
}

export function deadLetterDocument(letter: metering.DeadLetter) {
  return {
    id: letter.id,
    topic: letter.topic,
    key: letter.key,
    eventId: letter.eventId,
    reason: letter.reason,
    failedAt: timeOf(letter.failedAtMs),
    value: letter.value.toString('base64'),
  };
}

/** A dead letter of the signals topic as `--json` prints it. */
export function signalDeadLetterDocument(letter: indexer.DeadLetter) {
  return {
    signalId: letter.signalId,
    eventId: letter.eventId,
    reason: letter.reason,
    failedAt: letter.failedAt || undefined,
    topic: letter.sourceTopic,
    partition: letter.sourcePartition,
    offset: letter.sourceOffset,
  };
}
