/** What rows are ordered by. */
interface OrderKeys {
  days: Int32Array;
  high: Uint32Array;
  low: Uint32Array;
}

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** Indexes in the order of activity date descending, then id descending: a radix sort, 16 bits at a time. */
export function newestFirst({ days, high, low }: OrderKeys): Uint32Array {
  const { length } = days;
  let order = Uint32Array.from({ length }, (_, index) => index);
  if (length < 2) return order;
  let sorted = new Uint32Array(length);
  const digits: ((index: number) => number)[] = [
    (index) => low[index]! & 0xffff,
    (index) => low[index]! >>> 16,
    (index) => high[index]! & 0xffff,
    (index) => high[index]! >>> 16,
    // Days are signed: the lowest becomes 0.
    (index) => (days[index]! ^ 0x8000_0000) & 0xffff,
    (index) => (days[index]! ^ 0x8000_0000) >>> 16,
  ];
  const counts = new Uint32Array(DIGITS + 1);
  for (const digit of digits) {
    counts.fill(0);
    for (let index = 0; index < length; index++) counts[DIGITS - 1 - digit(index) + 1]! += 1;
    // All alike: nothing to move.
    if (counts[DIGITS - digit(0)] === length) continue;
    for (let value = 0; value < DIGITS; value++) counts[value + 1]! += counts[value]!;
    for (let place = 0; place < length; place++) {
      const index = order[place]!;
      sorted[counts[DIGITS - 1 - digit(index)]!++] = index;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}
