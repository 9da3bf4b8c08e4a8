/**
 * The numbers with the highest counts among those whose bits are set; of equal counts, the smallest. Numbers with no
 * count are skipped. Most numbers cost one comparison, so a letter that starts every name costs little.
 */
export function mostShown(bits: Uint32Array, countOf: (number: number) => number, limit: number): number[] {
  const best: number[] = [];
  const counts: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      const number = word * 32 + 31 - Math.clz32(left & -left);
      const count = countOf(number);
      // Numbers ascend: of equal counts the first stays.
      if (count <= (counts[limit - 1] ?? 0)) continue;
      let place = counts.length;
      while (place > 0 && counts[place - 1]! < count) place -= 1;
      best.splice(place, 0, number);
      counts.splice(place, 0, count);
      if (best.length > limit) {
        best.pop();
        counts.pop();
      }
    }
  }
  return best;
}
