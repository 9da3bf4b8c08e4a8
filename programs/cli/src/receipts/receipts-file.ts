import type { Receipt } from '@heliograph/sdk';
import { createReadStream } from 'node:fs';
import { linesOf } from '../lines';

/** An API page as received, or the output of `--json`. */
interface Page {
  data?: { items?: Receipt[] };
  items?: Receipt[];
}

/** How a line begins that ends a document of several lines, unless all of it is indented. */
const END = /^[\]}]/;

/**
 * The receipts of a file: one receipt per line, one API page per line, or one document.
 *
 * @throws SyntaxError for invalid JSON; the system's error when it cannot be read.
 */
export async function* receiptsOf(path: string): AsyncGenerator<Receipt, void, undefined> {
  const lines: string[] = [];
  for await (const line of linesOf(createReadStream(path))) {
    if (lines.length === 0 && line.trim() === '') continue;
    lines.push(line);
    // Not after each line: a document of thousands would be read thousands of times.
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

/** Undefined for the beginning of a multi-line document. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
