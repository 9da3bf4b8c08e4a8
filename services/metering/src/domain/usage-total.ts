/** The dimensions of usage totals within a day or a month. */
export interface UsageKey {
  accountId: string;
  credentialId: string;
  channel: string;
  operation: string;
}

export const TOTAL_FIELDS = [
  'requests',
  'records',
  'allowanceRecords',
  'prepaidRecords',
  'subscriptionRecords',
  'prepaidMicros',
] as const;

export type TotalField = (typeof TOTAL_FIELDS)[number];

export type UsageTotal = UsageKey & Record<TotalField, bigint>;

/** Totals of one UTC day, `YYYY-MM-DD`. */
export type DailyTotal = UsageTotal & { date: string };

export type UsageAmounts = Record<'requests' | 'records' | 'prepaidMicros', bigint>;

/** A month's usage across all accounts. */
export interface UsageSummary {
  /** Ascending; days without usage are missing. */
  days: (UsageAmounts & { date: string })[];
  /** Descending. */
  byRecords: (UsageAmounts & { accountId: string })[];
  bySpend: (UsageAmounts & { accountId: string })[];
}

/** The key as one string; its parts contain no spaces. */
export function keyOf({ accountId, credentialId, channel, operation }: UsageKey): string {
  return `${accountId} ${credentialId} ${channel} ${operation}`;
}
