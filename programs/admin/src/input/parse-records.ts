import { UsageError } from '../failure';

/**
 * Parses a positive whole number of records.
 *
 * @throws UsageError for anything else, and above the maximum.
 */
export function parseRecords(text: string, option: string, maximum: bigint): bigint {
  if (/^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= maximum) return BigInt(text);
  throw new UsageError(`${option} "${text}" must be a whole number of records from 1 to ${maximum}`);
}
