import { keyOf, SUMMED_FIELDS, type SummedField, type UsageKey, type UsageSum } from './usage-sum';

/** A total in which ledger and metering differ. */
export type SumDifference = UsageKey & { field: SummedField; ledger: bigint; metering: bigint };

const NOTHING: Record<SummedField, bigint> = {
  requests: 0n,
  records: 0n,
  allowanceRecords: 0n,
  prepaidRecords: 0n,
  subscriptionRecords: 0n,
  prepaidMicros: 0n,
};

/** Every field in which two lists of totals differ; a total that one side lacks counts as zeros there. */
export function differencesOf(ledger: readonly UsageSum[], metering: readonly UsageSum[]): SumDifference[] {
  const others = new Map(metering.map((sum) => [keyOf(sum), sum]));
  const differences: SumDifference[] = [];
  for (const sum of ledger) {
    const key = keyOf(sum);
    differences.push(...fieldDifferences(sum, sum, others.get(key) ?? NOTHING));
    others.delete(key);
  }
  for (const sum of others.values()) differences.push(...fieldDifferences(sum, NOTHING, sum));
  return differences;
}

/**
 * Whether metering may be right about an account that is being charged: every total lies between what the ledger had
 * before and what it has after metering was asked. (What was charged in between is known to metering or still under way.)
 */
export function liesBetween(
  metering: readonly UsageSum[],
  before: readonly UsageSum[],
  after: readonly UsageSum[],
): boolean {
  const isWithin = (low: readonly UsageSum[], high: readonly UsageSum[]) =>
    differencesOf(low, high).every(({ ledger: lower, metering: higher }) => lower < higher);
  return isWithin(before, metering) && isWithin(metering, after);
}

/** Totals by account. */
export function byAccount(sums: readonly UsageSum[]): Map<string, UsageSum[]> {
  const accounts = new Map<string, UsageSum[]>();
  for (const sum of sums) {
    const known = accounts.get(sum.accountId);
    if (known) known.push(sum);
    else accounts.set(sum.accountId, [sum]);
  }
  return accounts;
}

function fieldDifferences(
  { accountId, credentialId, channel, operation }: UsageKey,
  ledger: Record<SummedField, bigint>,
  metering: Record<SummedField, bigint>,
): SumDifference[] {
  return SUMMED_FIELDS.filter((field) => ledger[field] !== metering[field]).map((field) => ({
    accountId,
    credentialId,
    channel,
    operation,
    field,
    ledger: ledger[field],
    metering: metering[field],
  }));
}
