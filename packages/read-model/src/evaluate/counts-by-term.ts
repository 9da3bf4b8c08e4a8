import { bitsOfWord } from '../segment/bits';
import type { RowSets } from '../segment/row-sets';
import type { Slices } from './scan';

/** The rows of all terms, or of the chosen ones. */
export interface ChosenSets {
  sets: RowSets;
  chosen?: Uint32Array;
}

/** Rows checked before yielding; each set counts as `SET_ROWS` more. */
const SLICE = 100_000;
const SET_ROWS = 5;

/**
 * For each term, how many of the given rows have it.
 *
 * @param bits a bit for each row.
 */
export function* countsByTerm({ sets, chosen }: ChosenSets, bits: Uint32Array): Slices<Uint32Array> {
  const { offsets, words, bitsLength } = sets;
  const counts = new Uint32Array(chosen?.length ?? offsets.length - 1);
  let looked = 0;
  // Most of the ten thousand sets have few rows: avoid a call and a view for each.
  for (let index = 0; index < counts.length; index++) {
    const term = chosen ? chosen[index]! : index;
    const start = offsets[term]!;
    const end = offsets[term + 1]!;
    let found = 0;
    if (end - start === bitsLength) {
      found = countBoth(bits, words.subarray(start + 1, end));
    } else {
      for (let place = start; place < end; place++) {
        const row = words[place]!;
        found += (bits[row >>> 5]! >>> (row & 31)) & 1;
      }
    }
    counts[index] = found;
    looked += end - start + SET_ROWS;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return counts;
}

/** Counts the bits set in both. @param others no longer than `bits`. */
function countBoth(bits: Uint32Array, others: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < others.length; word++) {
    const both = bits[word]! & others[word]!;
    if (both !== 0) count += bitsOfWord(both);
  }
  return count;
}
