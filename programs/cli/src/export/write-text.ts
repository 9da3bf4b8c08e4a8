import type { Signal } from '@heliograph/sdk';
import { open } from 'node:fs/promises';

const BUFFERED_CHARACTERS = 256 * 1024;

/** Writes one line per signal to an empty file; resolves once they are on disk. */
export async function writeText(
  path: string,
  signals: AsyncIterable<Signal>,
  lineOf: (signal: Signal) => string,
  heading = '',
): Promise<void> {
  const file = await open(path, 'w');
  // Unlike write, writeFile continues after a partial write, so a full disk is an error. Each call continues at the
  // current position.
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
