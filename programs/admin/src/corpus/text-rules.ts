import { safeJson } from '@heliograph/sdk';

/** Control characters, lone surrogates, line ends, and characters that reverse the direction of the text after them. */
const HARMFUL = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/**
 * An identifier has no format characters, nor one of the unassigned ones among them: it would look the same as one
 * without them. The catalog's table refuses all of its batch otherwise.
 */
const HARMFUL_IN_IDENTIFIER = /[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029\u2065]/u;
const EVERY_HARMFUL_IN_TITLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Tabs and line breaks are allowed in a description. */
const EVERY_HARMFUL_IN_PROSE = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const BLANK = 'must not be blank';
const QUOTED_LENGTH = 60;

/** What is wrong with a non-prose text, in words; undefined when nothing is. */
export function issueWithText(text: string): string | undefined {
  return issueOf(HARMFUL, text);
}

/** The same for an identifier. */
export function issueWithIdentifier(text: string): string | undefined {
  return text.includes(',')
    ? `${quote(text)} must not contain a comma`
    : issueOf(HARMFUL_IN_IDENTIFIER, text);
}

/** What cannot be removed from prose without changing its meaning; undefined when there is nothing. */
export function issueWithProse(text: string): string | undefined {
  return issueOf(/[\0\p{Surrogate}]/u, text);
}

/** The same for a name, which must not be blank. */
export function issueWithName(text: string): string | undefined {
  return isBlank(text) ? BLANK : issueWithText(text);
}

/** The same for a title, which must not be blank: it could never be embedded. */
export function issueWithTitle(text: string): string | undefined {
  return isBlank(text) ? BLANK : issueWithProse(text);
}

/** Whether a text has nothing that can be read, also once it is cleaned. */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}

/** A title with non-text characters replaced by spaces: its words, and their places, remain. */
export function cleanTitle(text: string): string {
  return HARMFUL.test(text) ? text.replace(EVERY_HARMFUL_IN_TITLE, ' ') : text;
}

/** The same for a description; line breaks and tabs stay. */
export function cleanProse(text: string): string {
  return HARMFUL.test(text) ? text.replace(EVERY_HARMFUL_IN_PROSE, ' ') : text;
}

function issueOf(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  if (found === '\0') return 'contains a NUL character';
  if (/\p{Surrogate}/u.test(found)) return 'contains an unpaired surrogate';
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `${quote(text)} contains the control character U+${code}`;
}

/** A value for an error message: shortened, with what a terminal would act on escaped. */
export function quote(value: string): string {
  const shown = value.length > QUOTED_LENGTH ? `${value.slice(0, QUOTED_LENGTH)}…` : value;
  return safeJson(shown);
}
