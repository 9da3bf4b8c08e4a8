import type { Signal } from '@heliograph/sdk';
import { open } from 'node:fs/promises';

const BUFFERED_CHARACTERS = 256 * 1024;

/** Writes one line per signal to an empty file; resolves when it is on disk. */
export async function writeText(
  path: string,
  signals: AsyncIterable<Signal>,
  lineOf: (signal: Signal) => string,
  heading = '',
): Promise<void> {
  const file = await open(path, 'w');
  // Unlike write, writeFile goes on after a part of the text, so a full disk is an error. It begins where it ended.
  try {
    let text = heading;
    for await (const signal of signals) {
      text += lineOf(signal);
      if (text.length < BUFFERED_CHARACTERS) continue;
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
