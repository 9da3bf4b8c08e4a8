/** Scripts written without spaces between words, or with particles attached to them. */
const unspacedScripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
];
const unspaced = `[${unspacedScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const LETTER = '[\\p{L}\\p{N}]';

/** A letter of an unspaced script: a word by itself. */
export const loneLetter = `(?=${unspaced})${LETTER}`;
/** One or more letters of other scripts, each with its marks. */
export const run = `(?:(?!${unspaced})${LETTER}\\p{M}*)+`;

/** Whether a text contains a letter that is a word by itself. */
export const unspacedLetter = new RegExp(loneLetter, 'u');
