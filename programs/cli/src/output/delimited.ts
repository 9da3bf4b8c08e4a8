import { cellText } from './fields';
import { printable } from './printable';

/**
 * A line of CSV (RFC 4180, with a plain line feed as Unix tools expect), quoted where necessary.
 *
 * Titles are untrusted, and spreadsheets evaluate cells that start like a formula, so those get a leading apostrophe
 * (OWASP, "CSV Injection"). Numbers need none.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quote(typeof value === 'number' ? String(value) : safeCell(cellText(value)))).join(',')}\n`;
}

/** A line of tab-separated cells, which contain no tabs, line breaks, or terminal control characters. */
export function tsvLine(values: readonly unknown[]): string {
  return `${values.map((value) => printable(cellText(value))).join('\t')}\n`;
}

/** Also matches after whitespace, and the full-width forms that spreadsheets treat the same. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/u;

function safeCell(text: string): string {
  const shown = text.replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
  return FORMULA.test(shown) ? `'${shown}` : shown;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
