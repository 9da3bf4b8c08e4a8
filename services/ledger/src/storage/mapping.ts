import { MONTHLY_WEB_SEARCHES } from '../domain/funds';
import type { KeyOutcome } from '../domain/idempotency';
import type { Subscription, Usage } from '../domain/usage';

// The driver gives bigint and numeric as text.

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
}

export interface UsageRow extends AccountRow {
  month: string;
  has_subscription: boolean;
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

export function usageFromRow(row: UsageRow): Usage {
  const byOperation = row.totals.map((total) => ({
    operation: total.operation,
    requests: BigInt(total.requests),
    records: BigInt(total.records),
  }));
  const webSearches = BigInt(MONTHLY_WEB_SEARCHES);
  return {
    month: row.month,
    requests: byOperation.reduce((sum, total) => sum + total.requests, 0n),
    records: byOperation.reduce((sum, total) => sum + total.records, 0n),
    byOperation,
    api: { granted: BigInt(row.api_granted), remaining: BigInt(row.api_remaining) },
    cli: { granted: BigInt(row.cli_granted), remaining: BigInt(row.cli_remaining) },
    web: { granted: webSearches, remaining: webSearches },
    balanceMicros: BigInt(row.balance_micros),
    subscription: row.has_subscription ? subscriptionFromRow(row) : undefined,
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
        answer: {
          status: row.status!,
          contentType: row.content_type!,
          encoding: row.body_encoding!,
          body: row.body!,
        },
        remainingRecords: BigInt(row.remaining!),
      };
  }
}
