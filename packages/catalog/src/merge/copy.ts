import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const SPECIAL_CHARACTER = /[\\\t\n\r]/;
const SPECIAL_CHARACTERS = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats a value for COPY's text format. */
export function copyField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return SPECIAL_CHARACTER.test(value)
    ? value.replace(SPECIAL_CHARACTERS, (character) => escapes[character] ?? '')
    : value;
}

const NEWLINE = 0x0a;
/** Bytes sent at a time; in between, the process can do other work. */
const CHUNK_BYTES = 1 << 16;
/** Bytes queued beyond what the server has accepted, so that it has work while this process is busy. */
const QUEUED_BYTES = 1 << 20;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Streams lines (COPY text format, without newlines) into a table. Lines are generated while the server processes
 * earlier ones, so a generator that does work for each line costs little extra time.
 *
 * @param target `table (column, …)`
 */
export async function copyLines(client: ClientBase, target: string, lines: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`, { highWaterMark: QUEUED_BYTES }));
  // Errors surface as 'error' on the stream: create the promise first so that none is missed.
  const done = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
  });
  done.catch(() => undefined);
  let failed = false;
  // Destroy it immediately, or the stream keeps sending its queue on a connection it has already released.
  stream.once('error', () => {
    failed = true;
    stream.destroy();
  });
  // Encode line by line: joining and encoding a chunk of text takes twice as long.
  let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let length = 0;
  try {
    for (const line of lines) {
      const longest = line.length * BYTES_PER_UNIT + 1;
      if (length + longest > chunk.length) {
        if (failed) break;
        const roomy = stream.write(chunk.subarray(0, length));
        chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, longest));
        length = 0;
        await (roomy ? setImmediate() : Promise.race([once(stream, 'drain'), done]));
      }
      length += chunk.write(line, length);
      chunk[length++] = NEWLINE;
    }
  } catch (error) {
    // A refusal by the server has already ended the copy; an error in the lines must still end it.
    if (!failed) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      await done.catch(() => undefined);
    }
    throw error;
  }
  if (!failed) stream.end(chunk.subarray(0, length));
  await done;
}
