/**
 * Optional marks: those of no particular script (accents, variation selectors) and those of Arabic and Hebrew (points).
 * U+3099 and U+309A stay, because they make another kana.
 */
export const OPTIONAL_MARK =
  '(?![\\u3099\\u309A])(?=\\p{M})[\\p{Script=Inherited}\\p{Script=Arabic}\\p{Script=Hebrew}]';
const OPTIONAL_MARKS = new RegExp(OPTIONAL_MARK, 'gu');

const NOT_ASCII = /\P{ASCII}/u;

export const isAscii = (text: string) => !NOT_ASCII.test(text);

/**
 * A text normalized for comparison: NFKD, without optional marks, in lower case, NFC. Punctuation and white space stay.
 */
export function normalize(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return lowerCase(text.normalize('NFKD').replace(OPTIONAL_MARKS, '')).normalize('NFC');
}

/** Every sigma is σ: whether it is final (ς) depends on distant letters, even behind a colon, and not on the word. */
const lowerCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** The key by which two texts are "equal after normalizing": {@link normalize}, trimmed. */
export function normalizedKey(text: string): string {
  return normalize(text).trim();
}
