/**
 * Optional marks: those of no particular script (accents, variation selectors) and those of Arabic and Hebrew (vowel
 * points). U+3099 and U+309A stay: with them, a kana is a different letter.
 */
export const OPTIONAL_MARK =
  '(?![\\u3099\\u309A])(?=\\p{M})[\\p{Script=Inherited}\\p{Script=Arabic}\\p{Script=Hebrew}]';
const OPTIONAL_MARKS = new RegExp(OPTIONAL_MARK, 'gu');

const NOT_ASCII = /\P{ASCII}/u;

export const isAscii = (text: string) => !NOT_ASCII.test(text);

/**
 * Normalizes a text for comparison: NFKD, optional marks removed, lower case, NFC. Punctuation and white space stay.
 */
export function normalize(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return lowerCase(text.normalize('NFKD').replace(OPTIONAL_MARKS, '')).normalize('NFC');
}

/**
 * Every sigma becomes σ: whether one is final (ς) depends on distant letters, even beyond a colon, and not just on its
 * word.
 */
const lowerCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** The key for "equal after normalizing": {@link normalize}, trimmed. */
export function normalizedKey(text: string): string {
  return normalize(text).trim();
}
