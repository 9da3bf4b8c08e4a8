/** Two or more letters of scripts other than Latin; a letter alone, as in "5 µm", the model can read. */
const OTHER_LETTERS = /(?:(?!\p{Script=Latin})\p{L}\p{M}*){2,}/gu;
const LETTER = /\p{L}\p{M}*/gu;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;

/** How many letters of Latin script say as much as one of another; measured with Chinese titles. */
const LATIN_LETTERS_WORTH = 3;

/** A text by who can read what of it. */
interface SplitText {
  /** Without the letters that the model cannot read. */
  latin: string;
  /** The others, each with the one that follows it. */
  pairs: readonly string[];
  /** What the pairs say of all that the text says, from 0 to 1. */
  pairsShare: number;
}

/** Splits a text that is normalized (NFKC). */
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
 * The sum of one random direction for each pair, not of a certain length. Texts that share pairs come out alike; pairs that differ
 * are near right angles, and so are pairs and whatever the model says.
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

/** FNV-1a of the code units, then mixed (MurmurHash3's end): xorshift alone keeps seeds that are alike alike for a while. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
