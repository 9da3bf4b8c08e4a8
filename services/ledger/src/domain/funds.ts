import { MICROS_PER_RECORD, ONE_TIME_RECORDS } from '@heliograph/contract';

export { MICROS_PER_RECORD, MONTHLY_WEB_SEARCHES } from '@heliograph/contract';
export const ONE_TIME_API_RECORDS = ONE_TIME_RECORDS.api;
export const ONE_TIME_CLI_RECORDS = ONE_TIME_RECORDS.cli;

/** Maximum per credit: a million dollars, so that mistaken units are refused. */
export const MAXIMUM_CREDIT_MICROS = 1_000_000_000_000n;

/** Maximum per subscription period. */
export const MAXIMUM_SUBSCRIPTION_RECORDS = 1_000_000_000n;

/** Records that a balance pays for, rounded down. */
export function recordsOfBalance(balanceMicros: bigint): bigint {
  return balanceMicros / BigInt(MICROS_PER_RECORD);
}
