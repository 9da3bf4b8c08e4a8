import type { Receipt } from '@heliograph/sdk';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A page of the API as it was answered, or what `--json` prints. */
interface Page {
  data?: { items?: Receipt[] };
  items?: Receipt[];
}

/**
 * The receipts of a file: a receipt a line, or a page of the API a line, or one document.
 *
 * @throws SyntaxError for a line that is no JSON; the system's error when it cannot be read.
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

/** Undefined for what is the beginning of a document of several lines. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
