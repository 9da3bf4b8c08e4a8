import { sortByDigits } from './radix-sort';

/** The sort key of rows. */
interface OrderKeys {
  days: Int32Array;
  high: Uint32Array;
  low: Uint32Array;
}

/** Indexes by activity date descending, then id descending. */
export function newestFirst({ days, high, low }: OrderKeys): Uint32Array {
  // Days are signed: map the lowest to 0.
  const signless = Uint32Array.from(days, (day) => day ^ 0x8000_0000);
  const order = sortByDigits([low, high, signless]);
  return order.reverse();
}
