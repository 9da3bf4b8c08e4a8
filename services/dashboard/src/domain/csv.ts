import { safeCell } from '@heliograph/contract';

const NEEDS_QUOTES = /[",\r\n]/;

/** A line of a CSV file (RFC 4180), including its line break. Numbers stay numbers; text never starts a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = safeCell(value);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
