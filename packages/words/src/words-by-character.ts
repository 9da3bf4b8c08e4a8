import { loneLetter, run } from './letters';
import { normalize } from './normalize';

/** How to read a UTF-16 code unit, where its neighbors cannot change that. */
const UNKNOWN = 0;
const SEPARATES = 1;
const IN_RUN = 2;
const LONE = 3;
/** Not readable alone: part of a sequence, half of a surrogate pair, or more than one letter. */
const NOT_ALONE = 4;

const CODE_UNITS = 0x1_00_00;
const readings = new Uint8Array(CODE_UNITS);
/** The normalized form of each letter. */
const forms = new Array<string>(CODE_UNITS);

const onlyLoneLetter = new RegExp(`^${loneLetter}$`, 'u');
const onlyRun = new RegExp(`^${run}$`, 'u');
const ANY_LETTER_OR_MARK = /[\p{L}\p{N}\p{M}]/u;
/** Marks, and the vowels and final consonants that NFC composes into a syllable with the preceding letter. */
const JOINS_LETTER_BEFORE = /^[\p{M}\u1160-\u11FF]/u;

function readingOf(unit: number): number {
  const character = String.fromCharCode(unit);
  const decomposed = character.normalize('NFKD');
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  // Lower-casing makes İ longer, so offsets would differ.
  if (isHalf || JOINS_LETTER_BEFORE.test(decomposed) || character === 'İ') return NOT_ALONE;
  const form = normalize(character);
  forms[unit] = form;
  if (onlyLoneLetter.test(form)) return LONE;
  if (onlyRun.test(form)) return IN_RUN;
  return ANY_LETTER_OR_MARK.test(form) ? NOT_ALONE : SEPARATES;
}

/**
 * The words of a text in which every character can be read alone (most titles in most scripts), three to four times as
 * fast as with patterns. Undefined for other texts, such as those with marks.
 */
export function wordsByCharacter(text: string): string[] | undefined {
  const lower = text.toLowerCase();
  const found: string[] = [];
  let start = 0;
  let isAscii = true;
  const endRun = (end: number) => {
    if (start < end) found.push(isAscii ? lower.slice(start, end) : formOf(text, start, end));
    start = end + 1;
    isAscii = true;
  };
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    let reading = readings[unit]!;
    if (reading === UNKNOWN) readings[unit] = reading = readingOf(unit);
    if (reading === NOT_ALONE) return undefined;
    if (reading === IN_RUN) {
      if (unit > 0x7f) isAscii = false;
      continue;
    }
    endRun(index);
    if (reading === LONE) found.push(forms[unit]!);
  }
  endRun(text.length);
  return found;
}

function formOf(text: string, start: number, end: number): string {
  let form = '';
  for (let index = start; index < end; index++) form += forms[text.charCodeAt(index)]!;
  return form;
}
