import { safeJson } from '@heliograph/sdk';

/** Control characters, lone surrogates, line separators, and characters that change the direction of following text. */
const HARMFUL = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/**
 * Identifiers must not contain format characters, or an unassigned code point among them (U+2065), since these are
 * invisible. The catalog's table would reject the whole batch.
 */
const HARMFUL_IN_IDENTIFIER = /[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029\u2065]/u;
const EVERY_HARMFUL_IN_TITLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Tabs and line breaks are allowed in a description. */
const EVERY_HARMFUL_IN_PROSE = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const BLANK = 'must not be blank';
const QUOTED_LENGTH = 60;

/** What is wrong with non-prose text, in words; undefined if nothing is. */
export function issueWithText(text: string): string | undefined {
  return issueOf(HARMFUL, text);
}

/** Like {@link issueWithText}, for identifiers. */
export function issueWithIdentifier(text: string): string | undefined {
  return text.includes(',')
    ? `${quote(text)} must not contain a comma`
    : issueOf(HARMFUL_IN_IDENTIFIER, text);
}

/** Like {@link issueWithText}, for prose, where other harmful characters can be replaced. */
export function issueWithProse(text: string): string | undefined {
  return issueOf(/[\0\p{Surrogate}]/u, text);
}

/** Like {@link issueWithText}, for names, which must not be blank. */
export function issueWithName(text: string): string | undefined {
  return isBlank(text) ? BLANK : issueWithText(text);
}

/** Like {@link issueWithProse}, for titles, which must not be blank: they could never be embedded. */
export function issueWithTitle(text: string): string | undefined {
  return isBlank(text) ? BLANK : issueWithProse(text);
}

/** Whether text contains nothing visible, before or after cleaning. */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}

/** Replaces non-text characters in a title with spaces, which keeps words and offsets. */
export function cleanTitle(text: string): string {
  return HARMFUL.test(text) ? text.replace(EVERY_HARMFUL_IN_TITLE, ' ') : text;
}

/** Like {@link cleanTitle}, for descriptions, which keep line breaks and tabs. */
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

/** Quotes a value for an error message: truncated, and with terminal control characters escaped. */
export function quote(value: string): string {
  const shown = value.length > QUOTED_LENGTH ? `${value.slice(0, QUOTED_LENGTH)}…` : value;
  return safeJson(shown);
}
