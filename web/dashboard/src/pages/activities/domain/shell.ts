const PLAIN_WORD = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** A text as one word of a POSIX shell. Nothing in single quotes has a meaning but the quote itself. */
export function quoteForShell(text: string): string {
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether a text holds what a terminal may act on when it is pasted: control and direction characters. */
export function holdsControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** The text with spaces in their place: in a search they separate words as well. */
export function withoutControls(text: string): string {
  return text.replace(new RegExp(CONTROLS, 'gu'), ' ');
}
