import { sharedUint32 } from './shared-arrays';

/** For each term, its numbers (of rows, or of companies), ascending. */
export interface Postings {
  /** Where each term's numbers begin in `numbers`, followed by the end of the last one. */
  offsets: Uint32Array;
  numbers: Uint32Array;
}

/**
 * Inverts terms by number into numbers by term, in two counting passes. Duplicates are listed once.
 *
 * @param sources each: the terms of number n are from `starts[n]` to `starts[n + 1]`.
 */
export function invert(
  sources: readonly { starts: Uint32Array; terms: Uint32Array }[],
  numbers: number,
  termCount: number,
): Postings {
  const offsets = sharedUint32(termCount + 1);
  const seen = new Uint32Array(termCount);
  // Written out twice: passing one function to another takes twice as long.
  for (let number = 0; number < numbers; number++) {
    for (let source = 0; source < sources.length; source++) {
      const { starts, terms } = sources[source]!;
      for (let index = starts[number]!, end = starts[number + 1]!; index < end; index++) {
        const term = terms[index]!;
        if (seen[term] === number + 1) continue;
        seen[term] = number + 1;
        offsets[term + 1]! += 1;
      }
    }
  }
  for (let term = 0; term < termCount; term++) offsets[term + 1]! += offsets[term]!;
  const next = offsets.slice(0, termCount);
  const listed = sharedUint32(offsets[termCount]!);
  seen.fill(0);
  for (let number = 0; number < numbers; number++) {
    for (let source = 0; source < sources.length; source++) {
      const { starts, terms } = sources[source]!;
      for (let index = starts[number]!, end = starts[number + 1]!; index < end; index++) {
        const term = terms[index]!;
        if (seen[term] === number + 1) continue;
        seen[term] = number + 1;
        listed[next[term]!++] = number;
      }
    }
  }
  return { offsets, numbers: listed };
}

/** The numbers of a term. */
export const listOf = ({ offsets, numbers }: Postings, term: number) =>
  numbers.subarray(offsets[term], offsets[term + 1]);
