import type { Receipt } from '@heliograph/sdk';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** An API page as received, or the output of `--json`. */
interface Page {
  data?: { items?: Receipt[] };
  items?: Receipt[];
}

/**
 * The receipts of a file: one receipt per line, one API page per line, or one document.
 *
 * @throws SyntaxError for invalid JSON; the system's error when it cannot be read.
 */
export async function* receiptsOf(path: string): AsyncGenerator<Receipt, void, undefined> {
  let text = '';
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    text = text === '' ? line : `${text}\n${line}`;
    if (text.trim() === '') continue;
    const value = parsed(text);
    if (value === undefined) continue;
    text = '';
    const items = Array.isArray(value)
      ? (value as Receipt[])
      : ((value as Page | null)?.data?.items ?? (value as Page | null)?.items);
    if (items) yield* items;
    else yield value as Receipt;
  }
  if (text.trim() !== '') JSON.parse(text);
}

/** Undefined for the beginning of a multi-line document. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
