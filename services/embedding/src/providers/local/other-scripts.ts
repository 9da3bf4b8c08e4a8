/** Two or more non-Latin letters; the model can read a single one, as in "5 µm". */
const OTHER_LETTERS = /(?:(?!\p{Script=Latin})\p{L}\p{M}*){2,}/gu;
const LETTER = /\p{L}\p{M}*/gu;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;

/** How many Latin letters carry as much meaning as one of another script; measured with Chinese titles. */
const LATIN_LETTERS_WORTH = 3;

/** A text split by what the model can read. */
interface SplitText {
  /** Without the letters the model cannot read. */
  latin: string;
  /** The other letters, each with the one that follows it. */
  pairs: readonly string[];
  /** The pairs' share of the text's meaning, from 0 to 1. */
  pairsShare: number;
}

/** Splits a normalized text (NFKC). */
export function splitScripts(text: string): SplitText {
  const runs = text.match(OTHER_LETTERS) ?? [];
  const pairs = runs.flatMap((run) => {
    const letters = run.toLowerCase().match(LETTER)!;
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  const latin = text.replace(OTHER_LETTERS, ' ');
  const latinLetters = latin.match(LETTERS_AND_DIGITS)?.length ?? 0;
  const otherLetters = LATIN_LETTERS_WORTH * (pairs.length + runs.length);
  return { latin, pairs, pairsShare: otherLetters / (otherLetters + latinLetters || 1) };
}

/**
 * The sum of one random direction per pair, not normalized. Texts that share pairs come out alike; different pairs are
 * nearly orthogonal, both to each other and to the model's output.
 */
export function directionOfPairs(pairs: readonly string[], dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const pair of pairs) {
    let state = hashOf(pair) || 1;
    for (let index = 0; index < dimensions; index += 1) {
      // xorshift32 (Marsaglia 2003); its top bit is the sign.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      sum[index]! += state < 0 ? -1 : 1;
    }
  }
  return sum;
}

/**
 * FNV-1a of the code units, then mixed (MurmurHash3's finalizer): xorshift alone keeps similar seeds similar for a
 * while.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
