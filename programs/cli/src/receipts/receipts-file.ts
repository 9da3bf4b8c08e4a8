import type { Receipt } from '@heliograph/sdk';
import { createReadStream } from 'node:fs';
import { linesOf } from '../lines';

/** A page as received from the API, or the output of `--json`. */
interface Page {
  data?: { items?: Receipt[] };
  items?: Receipt[];
}

/** Matches the last line of a multi-line document, unless all of it is indented. */
const END = /^[\]}]/;

/**
 * Reads receipts from a file: one receipt per line, one API page per line, or one document.
 *
 * @throws SyntaxError for invalid JSON; the system error when the file cannot be read.
 */
export async function* receiptsOf(path: string): AsyncGenerator<Receipt, void, undefined> {
  const lines: string[] = [];
  for await (const line of linesOf(createReadStream(path))) {
    if (lines.length === 0 && line.trim() === '') continue;
    lines.push(line);
    // Don't parse after every line, which would be quadratic for a long document.
    const value = lines.length === 1 || END.test(line) ? parsed(lines.join('\n')) : undefined;
    if (value === undefined) continue;
    lines.length = 0;
    yield* itemsOf(value);
  }
  if (lines.length > 0) yield* itemsOf(JSON.parse(lines.join('\n')));
}

function itemsOf(value: unknown): readonly Receipt[] {
  if (Array.isArray(value)) return value as Receipt[];
  const page = value as Page | null;
  return page?.data?.items ?? page?.items ?? [value as Receipt];
}

/** Returns undefined for an incomplete document. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
