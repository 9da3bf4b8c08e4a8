import { loneLetter, run } from './letters';
import { isAscii, normalize } from './normalize';
import { wordsByCharacter } from './words-by-character';

const EVERY_ASCII_WORD = /[a-z0-9]+/g;
const everyWord = new RegExp(`${loneLetter}\\p{M}*|${run}`, 'gu');

/** The words of a text, in order. */
export function words(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(EVERY_ASCII_WORD) ?? [];
  return wordsByCharacter(text) ?? normalize(text).match(everyWord) ?? [];
}
