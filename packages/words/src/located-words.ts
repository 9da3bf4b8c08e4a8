import { loneLetter, run } from './letters';
import { isAscii, OPTIONAL_MARK } from './normalize';
import { words } from './words';

/** A word of a text, and its position there. */
interface LocatedWord {
  word: string;
  /** Start, in Unicode code points of the text. */
  start: number;
  /** End, exclusive, including marks that are dropped from words. */
  end: number;
}

const EVERY_ASCII_WORD = /[A-Za-z0-9]+/g;
const LEFT_OUT = `(?:${OPTIONAL_MARK})*`;
/** A Hangul syllable that NFC composes once optional marks are removed. */
const SYLLABLE = `[\\u1100-\\u1112]${LEFT_OUT}[\\u1161-\\u1175](?:${LEFT_OUT}[\\u11A8-\\u11C2])?\\p{M}*`;
/**
 * Matches the words of a text in NFKD: removing marks, lower-casing, and NFC move no word boundary, except in composed
 * syllables.
 */
const everyDecomposedWord = new RegExp(`${SYLLABLE}|${loneLetter}\\p{M}*|${run}`, 'gu');

/**
 * {@link words}, each with its position. Words from one code point, such as the two of `㍻`, share a position; a word
 * that begins or ends inside a code point covers all of it.
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
 * For each UTF-16 unit of a text's NFKD, the index of the code point it comes from. Canonical ordering moves marks only
 * among those after the same letter, which all belong to one word or to none.
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
