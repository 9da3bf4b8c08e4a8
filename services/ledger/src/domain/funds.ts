import { MICROS_PER_RECORD, ONE_TIME_RECORDS } from '@heliograph/contract';

export {
  MAXIMUM_CREDIT_MICROS,
  MAXIMUM_SUBSCRIPTION_RECORDS,
  MICROS_PER_RECORD,
  MONTHLY_WEB_SEARCHES,
} from '@heliograph/contract';
export const ONE_TIME_API_RECORDS = ONE_TIME_RECORDS.api;
export const ONE_TIME_CLI_RECORDS = ONE_TIME_RECORDS.cli;

/** Records that a balance pays for, rounded down. */
export function recordsOfBalance(balanceMicros: bigint): bigint {
  return balanceMicros / BigInt(MICROS_PER_RECORD);
}
