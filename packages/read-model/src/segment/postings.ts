import { sharedUint32 } from './shared-arrays';

/** For each term, the numbers (of rows, or of companies) that it belongs to, ascending. */
export interface Postings {
  /** Of each term, where its numbers begin in `numbers`; the last is their end. */
  offsets: Uint32Array;
  numbers: Uint32Array;
}

/**
 * Terms by number turned around into numbers by term, in two counting passes. A term that is there twice for one number is listed once.
 *
 * @param sources each: `terms` of the number n lie from `starts[n]` to `starts[n + 1]`.
 */
export function invert(
  sources: readonly { starts: Uint32Array; terms: Uint32Array }[],
  numbers: number,
  termCount: number,
): Postings {
  const offsets = sharedUint32(termCount + 1);
  const seen = new Uint32Array(termCount);
  // Written out twice: as calls of one function with another they take twice as long.
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
