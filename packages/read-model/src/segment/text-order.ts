import { sortByDigits } from './radix-sort';
import type { GatheredTexts } from './shared-arrays';

/**
 * Indexes of texts in byte order, which is code point order: a radix sort of the first eight bytes, then comparisons
 * where they are equal.
 */
export function textOrder(texts: GatheredTexts): Uint32Array {
  const { ends, bytes } = texts;
  const first = new Uint32Array(ends.length);
  const second = new Uint32Array(ends.length);
  for (let index = 0; index < ends.length; index++) {
    const start = startOf(texts, index);
    first[index] = fourBytes(bytes, start, ends[index]!);
    second[index] = fourBytes(bytes, start + 4, ends[index]!);
  }
  const order = sortByDigits([second, first]);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (
      to < order.length &&
      first[order[to]!] === first[order[from]!] &&
      second[order[to]!] === second[order[from]!]
    )
      to += 1;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compare(texts, a, b));
    from = to;
  }
  return order;
}

const startOf = ({ ends }: GatheredTexts, index: number) => (index === 0 ? 0 : ends[index - 1]!);

/** Four bytes as a number. Bytes past the end are 0, which sorts before every byte but NUL: ties are compared. */
function fourBytes(bytes: Uint8Array, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < from + 4; at++) number = (number << 8) | (at < end ? bytes[at]! : 0);
  return number >>> 0;
}

function compare(texts: GatheredTexts, a: number, b: number): number {
  const { ends, bytes } = texts;
  const [startA, startB] = [startOf(texts, a), startOf(texts, b)];
  const [lengthA, lengthB] = [ends[a]! - startA, ends[b]! - startB];
  for (let index = 0; index < lengthA && index < lengthB; index++) {
    const difference = bytes[startA + index]! - bytes[startB + index]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
