import { cellText } from './fields';
import { printable } from './printable';

/**
 * A line of CSV (RFC 4180, with a plain line feed as Unix tools expect): quoted where need be.
 *
 * A spreadsheet runs a cell that begins like a formula, and titles are written by others; an apostrophe before it
 * makes it text (OWASP, "CSV Injection"). Numbers of the answer are no such text.
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quote(typeof value === 'number' ? String(value) : safeCell(cellText(value)))).join(',')}\n`;
}

/** A line of tab-separated cells. A cell holds no tab, no line break and nothing that a terminal acts on. */
export function tsvLine(values: readonly unknown[]): string {
  return `${values.map((value) => printable(cellText(value))).join('\t')}\n`;
}

/** Also behind white space, and in the full-width forms that spreadsheets read alike. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/u;

function safeCell(text: string): string {
  const shown = text.replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
  return FORMULA.test(shown) ? `'${shown}` : shown;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
