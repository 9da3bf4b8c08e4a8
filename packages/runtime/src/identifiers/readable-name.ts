import { HIDDEN_IN_NAMES } from '@heliograph/contract';

const HIDDEN = new RegExp(`[${HIDDEN_IN_NAMES}]`, 'gu');

/** What is wrong with a name that is not readable, in words that follow what it is called. */
export const readableNameRule = (maximumLength: number) =>
  `must be at most ${maximumLength} characters, none of them invisible`;

/**
 * Whether people can read a name as it is: devices, keys and accounts are approved, revoked and trusted by theirs.
 *
 * @param maximumLength in characters, that is Unicode code points.
 */
export function isReadableName(text: string, maximumLength: number): boolean {
  // A character has at most two units: what is longer is not taken apart.
  if (text.length > 2 * maximumLength) return false;
  return [...text].length <= maximumLength && text.search(HIDDEN) < 0;
}

/** A name of elsewhere, made readable. */
export function readableName(text: string, maximumLength: number): string {
  return [...text.replace(HIDDEN, '')].slice(0, maximumLength).join('');
}
