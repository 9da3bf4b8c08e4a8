import { safeJson } from '@heliograph/sdk';

/** Controls, halves of surrogate pairs, what ends a line, and what turns the direction of the text after it. */
const HARMFUL = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** In an identifier no format character is text: it would look the same as one without it. */
const HARMFUL_IN_IDENTIFIER = /[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u;
const EVERY_HARMFUL_IN_TITLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Tabs and line breaks belong into a description. */
const EVERY_HARMFUL_IN_PROSE = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const QUOTED_LENGTH = 60;

/** What is wrong with a text that is not prose, in words; undefined when nothing is. */
export function faultOfText(text: string): string | undefined {
  return faultOf(HARMFUL, text);
}

/** The same of an identifier. */
export function faultOfIdentifier(text: string): string | undefined {
  return text.includes(',') ? `${quote(text)} must not hold a comma` : faultOf(HARMFUL_IN_IDENTIFIER, text);
}

/** What no prose can be rid of without changing what it says; undefined when there is nothing. */
export function faultOfProse(text: string): string | undefined {
  return faultOf(/[\0\p{Surrogate}]/u, text);
}

/** A title with a space for each character that is no text: its words, and where they stand, remain. */
export function cleanTitle(text: string): string {
  return HARMFUL.test(text) ? text.replace(EVERY_HARMFUL_IN_TITLE, ' ') : text;
}

/** A description likewise; line breaks and tabs stay. */
export function cleanProse(text: string): string {
  return HARMFUL.test(text) ? text.replace(EVERY_HARMFUL_IN_PROSE, ' ') : text;
}

function faultOf(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  if (found === '\0') return 'holds a NUL character';
  if (/\p{Surrogate}/u.test(found)) return 'holds an unpaired surrogate';
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `${quote(text)} holds the control character U+${code}`;
}

/** A value for an error message: cut short, and with what a terminal would act on written as escapes. */
export function quote(value: string): string {
  const shown = value.length > QUOTED_LENGTH ? `${value.slice(0, QUOTED_LENGTH)}…` : value;
  return safeJson(shown);
}
