import type { ChargeTotal, Difference } from '../domain/reconciliation';
import type { Entry, EntryKind } from '../domain/entry';
import type { KeyOutcome } from '../domain/idempotency';
import type { Plan, PlanStatus } from '../domain/plan';
import type { AccountFunds, CredentialUsage, Subscription, Usage } from '../domain/usage';

// The driver returns bigint and numeric as text.

/** The database functions' value for a credential without a cap. */
export const NO_CAP = 0n;

export interface AccountRow {
  api_granted: string;
  api_remaining: string;
  cli_granted: string;
  cli_remaining: string;
  balance_micros: string;
  subscription_granted: string;
  subscription_remaining: string;
  subscription_starts_at: Date | null;
  subscription_ends_at: Date | null;
  prepaid_pays_cli: boolean;
  prepaid_pays_web: boolean;
}

export interface PlanRow {
  account_id: string;
  subscription_id: string;
  customer_id: string;
  cli_records: string;
  price_micros: string;
  status: PlanStatus;
  cancels: boolean;
  period_starts_at: Date | null;
  period_ends_at: Date | null;
  allowance_ends_at: Date | null;
}

/** An account with its plan, if it has one. */
export interface UsageRow extends AccountRow, Omit<PlanRow, 'subscription_id'> {
  subscription_id: string | null;
  month: string;
  has_subscription: boolean;
  web_searches: number;
  totals: { operation: string; requests: string; records: string }[];
}

export interface KeyOutcomeRow {
  outcome: KeyOutcome['outcome'];
  retry_after: number;
  remaining: string | null;
  status: number | null;
  content_type: string | null;
  body_encoding: 'identity' | 'deflate' | null;
  body: Buffer | null;
}

export interface EntryRow {
  entry_id: string;
  account_id: string;
  kind: EntryKind;
  api_records: string;
  cli_records: string;
  subscription_records: string;
  balance_micros: string;
  created_at: Date;
  credential_id: string | null;
  operation: string | null;
  records: number | null;
  request_id: string | null;
  reference: string | null;
  reason: string | null;
  reverses_entry_id: string | null;
  reversed_by: string | null;
}

export interface ChargeTotalRow {
  account_id: string;
  credential_id: string;
  channel: string;
  operation: string;
  requests: string;
  records: string;
  allowance_records: string;
  prepaid_records: string;
  subscription_records: string;
  prepaid_micros: string;
}

/** One row per credential; a single row of nulls if there is none. */
export interface CredentialUsageRow {
  month: string;
  credential_id: string | null;
  lineage_id: string | null;
  requests: string | null;
  records: string | null;
}

export interface DifferenceRow {
  account_id: string;
  field: string;
  detail: string;
  expected: string;
  actual: string;
}

export function usageFromRow(row: UsageRow): Usage {
  const byOperation = row.totals.map((total) => ({
    operation: total.operation,
    requests: BigInt(total.requests),
    records: BigInt(total.records),
  }));
  return {
    month: row.month,
    requests: byOperation.reduce((sum, total) => sum + total.requests, 0n),
    records: byOperation.reduce((sum, total) => sum + total.records, 0n),
    byOperation,
    api: { granted: BigInt(row.api_granted), remaining: BigInt(row.api_remaining) },
    cli: { granted: BigInt(row.cli_granted), remaining: BigInt(row.cli_remaining) },
    webSearches: BigInt(row.web_searches),
    balanceMicros: BigInt(row.balance_micros),
    subscription: row.has_subscription ? subscriptionFromRow(row) : undefined,
    prepaidUse: { cli: row.prepaid_pays_cli, web: row.prepaid_pays_web },
    plan:
      row.subscription_id === null
        ? undefined
        : planFromRow({ ...row, subscription_id: row.subscription_id }),
  };
}

export function planFromRow(row: PlanRow): Plan {
  const { period_starts_at: startsAt, period_ends_at: endsAt, allowance_ends_at: allowanceEndsAt } = row;
  return {
    accountId: row.account_id,
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    cliRecords: BigInt(row.cli_records),
    priceMicros: BigInt(row.price_micros),
    status: row.status,
    cancels: row.cancels,
    period: startsAt && endsAt && allowanceEndsAt ? { startsAt, endsAt, allowanceEndsAt } : undefined,
  };
}

/** @throws when the account never had a subscription. */
export function subscriptionFromRow(row: AccountRow): Subscription {
  if (!row.subscription_starts_at || !row.subscription_ends_at)
    throw new Error('the account has no subscription');
  return {
    startsAt: row.subscription_starts_at,
    endsAt: row.subscription_ends_at,
    cli: { granted: BigInt(row.subscription_granted), remaining: BigInt(row.subscription_remaining) },
  };
}

export function keyOutcomeFromRow(row: KeyOutcomeRow): KeyOutcome {
  switch (row.outcome) {
    case 'new':
      return { outcome: 'new' };
    case 'conflict':
      return { outcome: 'conflict' };
    case 'in_progress':
      return { outcome: 'in_progress', retryAfterSeconds: row.retry_after };
    case 'replay':
      return {
        outcome: 'replay',
        response: {
          status: row.status!,
          contentType: row.content_type!,
          encoding: row.body_encoding!,
          body: row.body!,
        },
        // Null for a test key: its account may have no funds yet.
        remainingRecords: BigInt(row.remaining ?? 0),
      };
  }
}

export function entryFromRow(row: EntryRow): Entry {
  return {
    id: row.entry_id,
    accountId: row.account_id,
    kind: row.kind,
    apiRecords: BigInt(row.api_records),
    cliRecords: BigInt(row.cli_records),
    subscriptionRecords: BigInt(row.subscription_records),
    balanceMicros: BigInt(row.balance_micros),
    createdAt: row.created_at,
    charge:
      row.kind === 'charge'
        ? {
            credentialId: row.credential_id!,
            operation: row.operation!,
            records: row.records!,
            requestId: row.request_id!,
          }
        : undefined,
    reference: row.reference ?? undefined,
    reason: row.reason ?? undefined,
    reversesEntryId: row.reverses_entry_id ?? undefined,
    reversedByEntryId: row.reversed_by ?? undefined,
  };
}

export function chargeTotalFromRow(row: ChargeTotalRow): ChargeTotal {
  return {
    accountId: row.account_id,
    credentialId: row.credential_id,
    channel: row.channel,
    operation: row.operation,
    requests: BigInt(row.requests),
    records: BigInt(row.records),
    allowanceRecords: BigInt(row.allowance_records),
    prepaidRecords: BigInt(row.prepaid_records),
    subscriptionRecords: BigInt(row.subscription_records),
    prepaidMicros: BigInt(row.prepaid_micros),
  };
}

export interface FundsRow {
  account_id: string;
  balance_micros: string;
  requests: string;
  records: string;
}

export function fundsFromRow(row: FundsRow): AccountFunds {
  return {
    accountId: row.account_id,
    balanceMicros: BigInt(row.balance_micros),
    requests: BigInt(row.requests),
    records: BigInt(row.records),
  };
}

/** @param rows at least one. */
export function credentialUsageFromRows(rows: readonly CredentialUsageRow[]): {
  month: string;
  credentials: CredentialUsage[];
} {
  return {
    month: rows[0]!.month,
    credentials: rows.flatMap((row) =>
      row.credential_id === null
        ? []
        : [
            {
              credentialId: row.credential_id,
              lineageId: row.lineage_id ?? row.credential_id,
              requests: BigInt(row.requests!),
              records: BigInt(row.records!),
            },
          ],
    ),
  };
}

export function differenceFromRow(row: DifferenceRow): Difference {
  return {
    accountId: row.account_id,
    field: row.field,
    detail: row.detail,
    expected: BigInt(row.expected),
    actual: BigInt(row.actual),
  };
}
