/** After whitespace, too, and in the full-width forms that spreadsheets treat the same. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Text for a CSV cell that a spreadsheet will not evaluate: a leading apostrophe if need be (OWASP, "CSV Injection"). */
export function safeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
