import { once } from 'node:events';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const special = /[\\\t\n\r]/;
const everySpecial = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in COPY's text format. */
export function copyField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return special.test(value) ? value.replace(everySpecial, (character) => escapes[character] ?? '') : value;
}

const quoting = /['\\]/;

/** The text of a tsvector of these lexemes, without positions. */
export function tsvectorText(lexemes: readonly string[]): string {
  let text = '';
  for (const lexeme of lexemes)
    text += quoting.test(lexeme)
      ? `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}' `
      : `'${lexeme}' `;
  return text;
}

const chunkSize = 1 << 16;

/**
 * Streams lines (COPY text format, without line ends) into a table. Lines are made while the server takes in those
 * before, so a generator that works for each line costs little extra time.
 * @param target `table (column, …)`
 */
export async function copyLines(client: ClientBase, target: string, lines: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  // Errors surface as 'error' on the stream; the promise is made first so that none is missed.
  const done = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
  });
  done.catch(() => undefined);
  let failed = false;
  stream.once('error', () => (failed = true));
  let chunk = '';
  try {
    for (const line of lines) {
      chunk += line + '\n';
      if (chunk.length < chunkSize) continue;
      if (failed) break;
      const roomy = stream.write(chunk);
      chunk = '';
      if (!roomy) await Promise.race([once(stream, 'drain'), done]);
    }
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    await done.catch(() => undefined);
    throw error;
  }
  stream.end(chunk);
  await done;
}
