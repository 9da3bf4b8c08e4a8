/** Counts a word's set bits. */
export function bitsOfWord(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Counts the set bits from `from` (inclusive) to `to` (exclusive). */
export function countBetween(bits: Uint32Array, from: number, to: number): number {
  if (from >= to) return 0;
  const [first, last] = [from >>> 5, (to - 1) >>> 5];
  let total = 0;
  for (let word = first; word <= last; word++) total += bitsOfWord(bits[word]!);
  const before = bits[first]! & ~(-1 << (from & 31));
  const behind = (to & 31) === 0 ? 0 : bits[last]! & (-1 << (to & 31));
  return total - bitsOfWord(before) - bitsOfWord(behind);
}

/** The indexes of the set bits, ascending. */
export function numbersOf(bits: Uint32Array): Uint32Array {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += bitsOfWord(bits[word]!);
  const numbers = new Uint32Array(count);
  let length = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      numbers[length++] = word * 32 + 31 - Math.clz32(left & -left);
    }
  }
  return numbers;
}
