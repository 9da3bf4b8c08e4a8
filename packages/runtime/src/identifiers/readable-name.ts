import { HIDDEN_IN_NAMES } from '@heliograph/contract';

const HIDDEN = new RegExp(`[${HIDDEN_IN_NAMES}]`, 'gu');

/** What is wrong with an unreadable name, worded to follow its label. */
export const readableNameRule = (maximumLength: number) =>
  `must be at most ${maximumLength} characters, none of them invisible`;

/**
 * Whether users can read a name: they approve, revoke, and trust devices, keys, and accounts by name.
 *
 * @param maximumLength in characters, that is Unicode code points.
 */
export function isReadableName(text: string, maximumLength: number): boolean {
  // A character has at most two UTF-16 units: do not split texts that are too long anyway.
  if (text.length > 2 * maximumLength) return false;
  return [...text].length <= maximumLength && text.search(HIDDEN) < 0;
}

/** Makes an external name readable. */
export function readableName(text: string, maximumLength: number): string {
  return [...text.replace(HIDDEN, '')].slice(0, maximumLength).join('');
}
