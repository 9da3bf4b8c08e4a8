import { inverted, type RowSets, type TermsByNumber } from './row-sets';

/** For each term, its numbers (of rows, companies, or names), ascending. */
export interface Postings {
  /** Where each term's numbers begin in `numbers`, then where the last ones end. */
  offsets: Uint32Array;
  numbers: Uint32Array;
}

/** Inverts terms by number into numbers by term. Duplicates are listed once. */
export function invert(sources: readonly TermsByNumber[], numbers: number, termCount: number): Postings {
  const { offsets, words } = inverted(sources, numbers, termCount, Infinity);
  return { offsets, numbers: words };
}

/** The numbers of a term. */
export const listOf = ({ offsets, numbers }: Postings, term: number) =>
  numbers.subarray(offsets[term], offsets[term + 1]);

/** Lists of rows as row sets, none of them bits. */
export const setsOfLists = ({ offsets, numbers }: Postings): RowSets => ({
  offsets,
  words: numbers,
  bitsLength: Infinity,
});
