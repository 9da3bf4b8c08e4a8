/**
 * Text of others, such as a title, made fit for a terminal: nothing in it moves the cursor, changes colours, sets
 * the window's title or reverses the direction of what follows. Line breaks and tabs become a space; other control
 * characters and halves of surrogate pairs become U+FFFD; invisible format characters, bidirectional overrides among
 * them, are dropped, except the joiners that emoji and Indic scripts are written with.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '');
}

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The JSON of a value, in which every character that a terminal might act on is written as an escape. It reads as
 * the same value: JSON itself demands escapes only for U+0000 to U+001F.
 *
 * @param indent spaces of each level; none for one line.
 */
export function safeJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu,
    (character) =>
      Array.from({ length: character.length }, (_, index) => escapeOf(character.charCodeAt(index))).join(''),
  );
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
