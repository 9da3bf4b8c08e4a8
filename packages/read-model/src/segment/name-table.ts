import type { DictionaryData } from './dictionary';
import { invert, type Postings } from './postings';
import { inOrder, sharedUint32, TextList } from './shared-arrays';
import { textOrder } from './text-order';

/**
 * Names by number, and an index to find them: their words in byte order, so that words with a common prefix are
 * adjacent.
 */
export interface NameTable {
  /** Dictionary numbers of all names' words, in byte order. A word's index here is its rank. */
  terms: Uint32Array;
  /** Ranks of each name's words, in order: those of a name run from `starts[name]` to `starts[name + 1]`. */
  starts: Uint32Array;
  ranks: Uint32Array;
  /** Names by rank. */
  postings: Postings;
}

/** A range of ranks: `low` inclusive, `high` exclusive. */
export interface RankRange {
  low: number;
  high: number;
}

/** @param names dictionary numbers of each name's words, laid out like the ranks. */
export function buildNameTable(
  names: { starts: Uint32Array; terms: Uint32Array },
  dictionary: DictionaryData,
): NameTable {
  const used = usedTerms(names.terms, dictionary);
  const rankOf = new Uint32Array(dictionary.offsets.length - 1);
  for (let rank = 0; rank < used.length; rank++) rankOf[used[rank]!] = rank;
  const ranks = sharedUint32(names.terms.length);
  for (let place = 0; place < ranks.length; place++) ranks[place] = rankOf[names.terms[place]!]!;
  return {
    terms: used,
    starts: names.starts,
    ranks,
    postings: invert([{ starts: names.starts, terms: ranks }], names.starts.length - 1, used.length),
  };
}

/** Each distinct term, in byte order. */
function usedTerms(terms: Uint32Array, { bytes, offsets }: DictionaryData): Uint32Array {
  const used = Uint32Array.from(new Set(terms));
  const keys = new TextList();
  for (let place = 0; place < used.length; place++) {
    keys.add(bytes, offsets[used[place]!]!, offsets[used[place]! + 1]!);
  }
  return inOrder(used, textOrder(keys.view()), sharedUint32(used.length));
}

/** A name's words, as dictionary numbers. */
export const termsOfName = ({ terms, starts, ranks }: NameTable, name: number) =>
  ranks.subarray(starts[name], starts[name + 1]).map((rank) => terms[rank]!);

const encoder = new TextEncoder();

/** The words that equal this one or, if asked, begin with it. */
export function rankRange(
  table: NameTable,
  dictionary: DictionaryData,
  word: string,
  isBeginning: boolean,
): RankRange {
  const wanted = encoder.encode(word);
  const low = firstRank(table, (term) => compareBytes(dictionary, term, wanted) >= 0);
  if (isBeginning) {
    return { low, high: firstRank(table, (term) => compareBytes(dictionary, term, wanted, true) > 0) };
  }
  const term = table.terms[low];
  const isThere = term !== undefined && compareBytes(dictionary, term, wanted) === 0;
  return { low, high: isThere ? low + 1 : low };
}

/** Binary search for the first rank whose word passes a test; all later words must pass it as well. */
function firstRank({ terms }: NameTable, test: (term: number) => boolean): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(terms[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares a key with bytes; with `beginning`, only its first bytes, as many as there are to compare with. */
function compareBytes(
  { bytes, offsets }: DictionaryData,
  term: number,
  wanted: Uint8Array,
  beginning = false,
): number {
  const start = offsets[term]!;
  const length = offsets[term + 1]! - start;
  for (let index = 0; index < length && index < wanted.length; index++) {
    const difference = bytes[start + index]! - wanted[index]!;
    if (difference !== 0) return difference;
  }
  return beginning && length >= wanted.length ? 0 : length - wanted.length;
}
