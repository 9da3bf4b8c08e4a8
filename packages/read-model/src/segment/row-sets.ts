import { numbersOf } from './bits';
import { lowerBound } from './lower-bound';
import { sharedUint32 } from './shared-arrays';

/**
 * For each term, the rows that have it: as a list if that is shorter than a bit per row, else as bits. Bits combine
 * word by word, and save 18 bytes per signal of the real corpus.
 */
export interface RowSets {
  /** Where each term's set begins in `words`, then where the last one ends. */
  offsets: Uint32Array;
  /** A list: its rows, ascending. Bits: how many are set, then the bits. */
  words: Uint32Array;
  /** Length of a set of bits, in words; lists are shorter. */
  bitsLength: number;
}

/** One term's rows. */
type RowSet = { rows: Uint32Array } | { bits: Uint32Array; count: number };

/** The terms of each number: those of number n run from `starts[n]` to `starts[n + 1]`. */
export interface TermsByNumber {
  starts: Uint32Array;
  terms: Uint32Array;
}

/** Inverts terms by row into rows by term. Duplicates count once. */
export function invertRows(sources: readonly TermsByNumber[], rows: number, termCount: number): RowSets {
  return inverted(sources, rows, termCount, 1 + Math.ceil(rows / 32));
}

/** Two passes: the first one counts. */
export function inverted(
  sources: readonly TermsByNumber[],
  numbers: number,
  termCount: number,
  bitsLength: number,
): RowSets {
  const counts = new Uint32Array(termCount);
  const seen = new Uint32Array(termCount);
  // The loop is written out twice: sharing it through a callback takes twice as long.
  for (let number = 0; number < numbers; number++) {
    for (let source = 0; source < sources.length; source++) {
      const { starts, terms } = sources[source]!;
      for (let index = starts[number]!, end = starts[number + 1]!; index < end; index++) {
        const term = terms[index]!;
        if (seen[term] === number + 1) continue;
        seen[term] = number + 1;
        counts[term]! += 1;
      }
    }
  }
  const offsets = sharedUint32(termCount + 1);
  for (let term = 0; term < termCount; term++) {
    offsets[term + 1] = offsets[term]! + Math.min(counts[term]!, bitsLength);
  }
  const words = sharedUint32(offsets[termCount]!);
  const next = offsets.slice(0, termCount);
  seen.fill(0);
  for (let number = 0; number < numbers; number++) {
    for (let source = 0; source < sources.length; source++) {
      const { starts, terms } = sources[source]!;
      for (let index = starts[number]!, end = starts[number + 1]!; index < end; index++) {
        const term = terms[index]!;
        if (seen[term] === number + 1) continue;
        seen[term] = number + 1;
        if (counts[term]! < bitsLength) words[next[term]!++] = number;
        else words[next[term]! + 1 + (number >>> 5)]! |= 1 << (number & 31);
      }
    }
  }
  for (let term = 0; term < termCount; term++) {
    if (counts[term]! >= bitsLength) words[offsets[term]!] = counts[term]!;
  }
  return { offsets, words, bitsLength };
}

export function rowSetOf({ offsets, words, bitsLength }: RowSets, term: number): RowSet {
  const [start, end] = [offsets[term]!, offsets[term + 1]!];
  return end - start < bitsLength
    ? { rows: words.subarray(start, end) }
    : { bits: words.subarray(start + 1, end), count: words[start]! };
}

/** How many rows a term has. */
export function rowCountOf({ offsets, words, bitsLength }: RowSets, term: number): number {
  const length = offsets[term + 1]! - offsets[term]!;
  return length < bitsLength ? length : words[offsets[term]!]!;
}

/** The rows of a term, ascending. */
export function rowsOf(sets: RowSets, term: number): Uint32Array {
  const set = rowSetOf(sets, term);
  return 'bits' in set ? numbersOf(set.bits) : set.rows;
}

/** Whether a row has a term. */
export function hasTerm(sets: RowSets, row: number, term: number): boolean {
  const set = rowSetOf(sets, term);
  if ('bits' in set) return ((set.bits[row >>> 5]! >>> (row & 31)) & 1) === 1;
  return set.rows[lowerBound(set.rows, row, 0)] === row;
}
