import { UsageError } from '../failure';

/**
 * Parses a positive whole number of records.
 *
 * @throws UsageError for anything else.
 */
export function parseRecords(text: string, option: string): bigint {
  if (!/^[1-9]\d{0,15}$/.test(text)) {
    throw new UsageError(`${option} "${text}" must be a whole number of records, at least 1`);
  }
  return BigInt(text);
}
