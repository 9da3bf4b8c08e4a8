import { keyOf, TOTAL_FIELDS, type TotalField, type UsageKey, type UsageTotal } from './usage-total';

/** A total in which ledger and metering differ. */
export type MeteringDifference = UsageKey & { field: TotalField; ledger: bigint; metering: bigint };

const NOTHING: Record<TotalField, bigint> = {
  requests: 0n,
  records: 0n,
  allowanceRecords: 0n,
  prepaidRecords: 0n,
  subscriptionRecords: 0n,
  prepaidMicros: 0n,
};

/** Every field in which two lists of totals differ; a missing total counts as zeros. */
export function differencesOf(
  ledger: readonly UsageTotal[],
  metering: readonly UsageTotal[],
): MeteringDifference[] {
  const others = new Map(metering.map((total) => [keyOf(total), total]));
  const differences: MeteringDifference[] = [];
  for (const total of ledger) {
    const key = keyOf(total);
    differences.push(...fieldDifferences(total, total, others.get(key) ?? NOTHING));
    others.delete(key);
  }
  for (const total of others.values()) differences.push(...fieldDifferences(total, NOTHING, total));
  return differences;
}

/**
 * Whether metering may be right about an account while it is being charged: every total lies between the ledger's
 * totals from before and after metering was read. (Charges in between are either counted or in flight.)
 */
export function liesBetween(
  metering: readonly UsageTotal[],
  before: readonly UsageTotal[],
  after: readonly UsageTotal[],
): boolean {
  const isWithin = (low: readonly UsageTotal[], high: readonly UsageTotal[]) =>
    differencesOf(low, high).every(({ ledger: lower, metering: higher }) => lower < higher);
  return isWithin(before, metering) && isWithin(metering, after);
}

/** Totals by account. */
export function byAccount(totals: readonly UsageTotal[]): Map<string, UsageTotal[]> {
  const accounts = new Map<string, UsageTotal[]>();
  for (const total of totals) {
    const known = accounts.get(total.accountId);
    if (known) known.push(total);
    else accounts.set(total.accountId, [total]);
  }
  return accounts;
}

function fieldDifferences(
  { accountId, credentialId, channel, operation }: UsageKey,
  ledger: Record<TotalField, bigint>,
  metering: Record<TotalField, bigint>,
): MeteringDifference[] {
  return TOTAL_FIELDS.filter((field) => ledger[field] !== metering[field]).map((field) => ({
    accountId,
    credentialId,
    channel,
    operation,
    field,
    ledger: ledger[field],
    metering: metering[field],
  }));
}
