import { dollarsOf, microsOf } from '../../../design/format-number';

/** The cost of some records. @param pricePerRecord dollars, as the API sends them. */
export function costOf(records: number, pricePerRecord: string): string {
  return dollarsOf(BigInt(records) * microsOf(pricePerRecord));
}
