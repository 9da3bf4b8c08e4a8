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

/** Replaces them with spaces, which separate words in a search too. */
export function withoutControls(text: string): string {
  return text.replace(new RegExp(CONTROLS, 'gu'), ' ');
}
