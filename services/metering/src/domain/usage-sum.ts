/** What usage is summed by, within a day or a month. */
export interface UsageKey {
  accountId: string;
  credentialId: string;
  channel: string;
  operation: string;
}

/** What is summed. */
export const SUMMED_FIELDS = [
  'requests',
  'records',
  'allowanceRecords',
  'prepaidRecords',
  'subscriptionRecords',
  'prepaidMicros',
] as const;

export type SummedField = (typeof SUMMED_FIELDS)[number];

export type UsageSum = UsageKey & Record<SummedField, bigint>;

/** Totals of one UTC day, `YYYY-MM-DD`. */
export type DailySum = UsageSum & { date: string };

/** The key as one text; its parts hold no space. */
export function keyOf({ accountId, credentialId, channel, operation }: UsageKey): string {
  return `${accountId} ${credentialId} ${channel} ${operation}`;
}
