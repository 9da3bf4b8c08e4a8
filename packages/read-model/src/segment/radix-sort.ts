const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
/** Up to this many keys are sorted by comparing: counting digits takes as long as sorting a thousand. */
const FEW = 512;

/**
 * Indexes in ascending order of multi-number keys, by a radix sort with 16-bit digits. Stable.
 *
 * @param keys one array per number of the key, least significant first.
 */
export function sortByDigits(keys: readonly Uint32Array[]): Uint32Array {
  const length = keys[0]?.length ?? 0;
  let order = Uint32Array.from({ length }, (_, index) => index);
  if (length <= FEW) return order.sort((one, other) => compare(keys, one, other));
  let sorted = new Uint32Array(length);
  const counts = new Uint32Array(DIGITS + 1);
  for (const numbers of keys) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!sortByDigit(numbers, shift, order, sorted, counts)) continue;
      [order, sorted] = [sorted, order];
    }
  }
  return order;
}

function compare(keys: readonly Uint32Array[], one: number, other: number): number {
  for (let key = keys.length - 1; key >= 0; key--) {
    const numbers = keys[key]!;
    if (numbers[one] !== numbers[other]) return numbers[one]! - numbers[other]!;
  }
  return one - other;
}

/** @returns false if all have the same digit, so nothing was moved. */
function sortByDigit(
  numbers: Uint32Array,
  shift: number,
  order: Uint32Array,
  sorted: Uint32Array,
  counts: Uint32Array,
): boolean {
  counts.fill(0);
  const { length } = numbers;
  for (let index = 0; index < length; index++) counts[((numbers[index]! >>> shift) & (DIGITS - 1)) + 1]! += 1;
  if (counts[((numbers[0]! >>> shift) & (DIGITS - 1)) + 1] === length) return false;
  for (let value = 0; value < DIGITS; value++) counts[value + 1]! += counts[value]!;
  for (let place = 0; place < length; place++) {
    const index = order[place]!;
    sorted[counts[(numbers[index]! >>> shift) & (DIGITS - 1)]!++] = index;
  }
  return true;
}
