import { HIDDEN_IN_NAMES } from '@heliograph/contract';

const HIDDEN = new RegExp(`[${HIDDEN_IN_NAMES}]`, 'gu');

/** Scripts that spell words with joiners (U+200C and U+200D). */
const SCRIPTS = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/** The signs after which a joiner may end a word. */
const VIRAMAS = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;

/** Joiners that show, because they change the shape of what is around them (RFC 5892, appendices A.1 and A.2). */
const JOINERS = new RegExp(
  [
    String.raw`(?<=[${SCRIPTS}]\p{M}*)[\u200c\u200d](?=[${SCRIPTS}])`,
    String.raw`(?<=[${VIRAMAS}])\u200d`,
    String.raw`(?<=[${EMOJI}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=${EMOJI})`,
  ].join('|'),
  'gu',
);

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
  return [...text].length <= maximumLength && withoutHidden(text) === text;
}

/** Makes an external name readable. */
export function readableName(text: string, maximumLength: number): string {
  const shortened = [...withoutHidden(text)].slice(0, maximumLength).join('');
  // A joiner may have lost the letter after it.
  return withoutHidden(shortened);
}

function withoutHidden(text: string): string {
  const joiners = new Set(Array.from(text.matchAll(JOINERS), ({ index }) => index));
  return text.replace(HIDDEN, (character, at: number) => (joiners.has(at) ? character : ''));
}
