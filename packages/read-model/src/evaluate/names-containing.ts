import type { DictionaryData } from '../segment/dictionary';
import { rankRange, type NameTable, type RankRange } from '../segment/name-table';

/** A phrase, as ranges of a name table's words. */
interface Phrase {
  ranges: readonly RankRange[];
  /** Index of the word that the fewest names contain. */
  rarest: number;
  /** How many postings are read; 0 when no name contains the phrase. */
  candidates: number;
}

/** @param isBeginning whether the last word may be incomplete. */
export function phraseIn(
  table: NameTable,
  dictionary: DictionaryData,
  words: readonly string[],
  isBeginning = false,
): Phrase {
  const { offsets } = table.postings;
  const phrase: Phrase & { ranges: RankRange[] } = { ranges: [], rarest: 0, candidates: Infinity };
  for (const [index, word] of words.entries()) {
    const range = rankRange(table, dictionary, word, isBeginning && index === words.length - 1);
    const candidates = offsets[range.high]! - offsets[range.low]!;
    if (candidates < phrase.candidates) [phrase.rarest, phrase.candidates] = [index, candidates];
    phrase.ranges.push(range);
  }
  return phrase;
}

/** The names that contain a phrase: its words adjacent and in order. One bit per name. */
export function namesContaining(table: NameTable, { ranges, rarest, candidates }: Phrase): Uint32Array {
  const { starts, ranks, postings } = table;
  const bits = new Uint32Array(Math.ceil((starts.length - 1) / 32));
  if (candidates === 0) return bits;
  const { low, high } = ranges[rarest]!;
  const isOneWord = ranges.length === 1;
  for (let place = postings.offsets[low]!, end = postings.offsets[high]!; place < end; place++) {
    const name = postings.numbers[place]!;
    if (isOneWord || holds(ranks, starts[name]!, starts[name + 1]!, ranges)) {
      bits[name >>> 5]! |= 1 << (name & 31);
    }
  }
  return bits;
}

function holds(ranks: Uint32Array, start: number, end: number, ranges: readonly RankRange[]): boolean {
  for (let first = start; first + ranges.length <= end; first++) {
    let length = 0;
    while (length < ranges.length && isIn(ranks[first + length]!, ranges[length]!)) length += 1;
    if (length === ranges.length) return true;
  }
  return false;
}

const isIn = (rank: number, { low, high }: RankRange) => rank >= low && rank < high;
