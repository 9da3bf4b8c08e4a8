import { HIDDEN_IN_NAMES } from '@heliograph/contract';

const HIDDEN = new RegExp(`[${HIDDEN_IN_NAMES}]`, 'gu');

/** What is wrong with an unreadable name, in words that follow its label. */
export const readableNameRule = (maximumLength: number) =>
  `must be at most ${maximumLength} characters, none of them invisible`;

/**
 * Whether people can read a name: they approve, revoke, and trust devices, keys, and accounts by name.
 *
 * @param maximumLength in characters, that is Unicode code points.
 */
export function isReadableName(text: string, maximumLength: number): boolean {
  // A character has at most two units: longer texts are not split.
  if (text.length > 2 * maximumLength) return false;
  return [...text].length <= maximumLength && text.search(HIDDEN) < 0;
}

/** A foreign name, made readable. */
export function readableName(text: string, maximumLength: number): string {
  return [...text.replace(HIDDEN, '')].slice(0, maximumLength).join('');
}
