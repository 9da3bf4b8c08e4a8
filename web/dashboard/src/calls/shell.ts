/** Between the options of a command. */
export const LINE_BREAK = ' \\\n  ';

const PLAIN_WORD = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** Quotes a text as one word of a POSIX shell. Inside single quotes only the quote itself is special. */
export function quoteForShell(text: string): string {
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether a text contains characters a terminal may act on when pasted: control and bidirectional characters. */
export function holdsControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** Escapes them in JSON, where they stand in texts only. */
export function escapeControls(json: string): string {
  return json.replace(new RegExp(CONTROLS, 'gu'), (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Replaces them with spaces, which separate words in a search too; joiners stay, which are part of a word. */
export function withoutControls(text: string): string {
  return text.replace(new RegExp(`(?![\u200c\u200d])${CONTROLS.source}`, 'gu'), ' ');
}
