/**
 * Makes untrusted text, such as a title, safe for a terminal: it cannot move the cursor, change colors, set the window
 * title, or reverse the text that follows. Line breaks and tabs become a space; other control characters and lone
 * surrogates become U+FFFD; invisible format characters, including bidirectional overrides, are dropped, except the
 * joiners that emoji and Indic scripts need.
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
 * JSON with every character a terminal might interpret escaped. It parses to the same value: JSON itself only requires
 * escapes for U+0000 to U+001F.
 *
 * @param indent spaces per level; 0 for a single line.
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
