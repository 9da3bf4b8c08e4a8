import { identity, type indexer, type ledger, type metering } from '@heliograph/proto';
import {
  timestampIfSet,
  timestampOf,
  planName,
  roleName,
  type PlanName,
  type RoleName,
} from '@heliograph/views';

export const PLANS = ['free', 'paid'] as const satisfies readonly PlanName[];
export const ROLES = ['user', 'operator'] as const satisfies readonly RoleName[];

type StatusName = 'active' | 'disabled' | 'suspended';

function statusName(status: identity.AccountStatus): StatusName {
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
    createdAt: timestampIfSet(account.createdAt),
    lastSignInAt: timestampIfSet(account.lastSignInAt),
  };
}

export function restrictionDocument(restriction: identity.AccessRestriction) {
  return {
    active: restriction.active,
    message: restriction.message || undefined,
    changedAt: timestampIfSet(restriction.changedAt),
  };
}

export function noticeDocument(notice: identity.StatusNotice) {
  return { text: notice.text || undefined, changedAt: timestampIfSet(notice.changedAt) };
}

export function keyDocument(key: identity.Key) {
  return {
    id: key.id,
    name: key.name || undefined,
    hint: key.hint || undefined,
    scopes: key.scopes,
    createdAt: timestampIfSet(key.createdAt),
    expiresAt: timestampIfSet(key.expiresAt),
    revokedAt: timestampIfSet(key.revokedAt),
    monthlyCap: key.monthlyCapRecords ? Number(key.monthlyCapRecords) : undefined,
    lastUsedAt: timestampIfSet(key.lastUsedAt),
    test: key.isTest || undefined,
  };
}

/** A key's usage in one month. */
export function keyUsageDocument(usage: ledger.CredentialUsage) {
  return {
    credential: usage.credentialId,
    requests: Number(usage.requests),
    records: Number(usage.records),
  };
}

export type EntryDocument = ReturnType<typeof entryDocument>;

/** Signed changes to the four funds, and their reason. */
export function entryDocument(entry: ledger.Entry) {
  return {
    id: entry.id,
    account: entry.accountId,
    kind: entry.kind,
    createdAt: timestampOf(entry.createdAt),
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

/** A day's totals for one key, channel, and operation. */
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

/** A difference, by what was compared: entries with metering, or entries with the ledger's own funds and totals. */
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
    failedAt: timestampIfSet(letter.failedAt),
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
