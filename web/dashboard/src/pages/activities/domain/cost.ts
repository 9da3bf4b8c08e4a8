import { dollarsOf, microsOf } from '../../../design/format-number';

/** What so many records cost. @param pricePerRecord dollars, as the API has them. */
export function costOf(records: number, pricePerRecord: string): string {
  return dollarsOf(BigInt(records) * microsOf(pricePerRecord));
}
