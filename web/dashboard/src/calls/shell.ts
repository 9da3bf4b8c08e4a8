/** Between a command's options. */
export const LINE_BREAK = ' \\\n  ';

const PLAIN_WORD = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** Quotes text as one word for a POSIX shell. Inside single quotes only the quote itself is special. */
export function quoteForShell(text: string): string {
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether text contains characters a terminal may act on when pasted: control and bidirectional characters. */
export function holdsControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** Escapes such characters in JSON, where they occur only inside strings. */
export function escapeControls(json: string): string {
  return json.replace(new RegExp(CONTROLS, 'gu'), (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Replaces such characters with spaces, which also separate words in a search; joiners are part of a word and stay. */
export function withoutControls(text: string): string {
  return text.replace(new RegExp(`(?![\u200c\u200d])${CONTROLS.source}`, 'gu'), ' ');
}
