import { loneLetter, run } from './letters';
import { isAscii, OPTIONAL_MARK } from './normalize';
import { words } from './words';

/** A word of a text, and where it stands there. */
export interface LocatedWord {
  word: string;
  /** Unicode code points of the text before it. */
  start: number;
  /** Behind the last code point of which something is in it, the marks that are left out of words among them. */
  end: number;
}

const EVERY_ASCII_WORD = /[A-Za-z0-9]+/g;
const LEFT_OUT = `(?:${OPTIONAL_MARK})*`;
/** A syllable of Hangul, as NFC joins it once the marks that a reader may leave out are gone. */
const SYLLABLE = `[\\u1100-\\u1112]${LEFT_OUT}[\\u1161-\\u1175](?:${LEFT_OUT}[\\u11A8-\\u11C2])?\\p{M}*`;
/** The words of a text in NFKD: dropping marks, lower case and NFC move no end of a word, but for joined syllables. */
const everyDecomposedWord = new RegExp(`${SYLLABLE}|${loneLetter}\\p{M}*|${run}`, 'gu');

/**
 * {@link words}, each with its place. Words of one code point, as the two of `㍻`, have the same place; one that
 * begins or ends inside of a code point has all of it.
 */
export function locateWords(text: string): LocatedWord[] {
  const found = words(text);
  if (isAscii(text)) {
    return Array.from(text.matchAll(EVERY_ASCII_WORD), ({ index, 0: { length } }, place) => ({
      word: found[place]!,
      start: index,
      end: index + length,
    }));
  }
  const decomposed = text.normalize('NFKD');
  const pointOf = codePointsOfDecomposed(text);
  return Array.from(decomposed.matchAll(everyDecomposedWord), ({ index, 0: { length } }, place) => ({
    word: found[place]!,
    start: pointOf[index]!,
    end: pointOf[index + length - 1]! + 1,
  }));
}

/**
 * The code point of a text that each UTF-16 unit of its NFKD comes from. Canonical order moves marks only among those that
 * follow the same letter, which are all of one word or of none.
 */
function codePointsOfDecomposed(text: string): number[] {
  const pointOf: number[] = [];
  let point = 0;
  for (const character of text) {
    const { length } = character <= '\x7f' ? character : character.normalize('NFKD');
    for (let unit = 0; unit < length; unit++) pointOf.push(point);
    point += 1;
  }
  return pointOf;
}
