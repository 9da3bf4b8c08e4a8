/** One-time records of every account, never reset (the interface, "Usage and allowances", rule 5). */
export const ONE_TIME_API_RECORDS = 100;
export const ONE_TIME_CLI_RECORDS = 500;

/** Price of a record paid from the prepaid balance: $0.005 (rule 6). */
export const MICROS_PER_RECORD = 5_000;

/** Searches a UTC month in the web activities view of a free account (rule 4); they cost no records. */
export const MONTHLY_WEB_SEARCHES = 10;

/** Of one credit: a million dollars, so that a slip of units is refused. */
export const MAXIMUM_CREDIT_MICROS = 1_000_000_000_000n;

/** Of one subscription period. */
export const MAXIMUM_SUBSCRIPTION_RECORDS = 1_000_000_000n;

/** Records that a balance pays for; less than a record's price pays for none. */
export function recordsOfBalance(balanceMicros: bigint): bigint {
  return balanceMicros / BigInt(MICROS_PER_RECORD);
}
