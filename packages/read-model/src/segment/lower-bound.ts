/** Index, from `from` on, of the first number that is at least `least`. */
export function lowerBound(numbers: Uint32Array, least: number, from: number): number {
  let step = 1;
  let low = from;
  // Galloping search: the next match is usually close.
  while (low + step < numbers.length && numbers[low + step]! < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(numbers.length, low + step + 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
