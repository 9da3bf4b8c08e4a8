import { cellText } from './fields';
import { printable } from './printable';

/**
 * A line of CSV (RFC 4180, with a plain line feed as Unix tools expect), quoted where necessary.
 *
 * A spreadsheet evaluates a cell that begins like a formula, and titles are untrusted; a leading apostrophe makes it
 * text (OWASP, "CSV Injection"). Numbers need none.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quote(typeof value === 'number' ? String(value) : safeCell(cellText(value)))).join(',')}\n`;
}

/** A line of tab-separated cells. A cell contains no tab, line break, or anything a terminal acts on. */
export function tsvLine(values: readonly unknown[]): string {
  return `${values.map((value) => printable(cellText(value))).join('\t')}\n`;
}

/** Also after white space, and in the full-width forms that spreadsheets treat alike. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/u;

function safeCell(text: string): string {
  const shown = text.replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
  return FORMULA.test(shown) ? `'${shown}` : shown;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
