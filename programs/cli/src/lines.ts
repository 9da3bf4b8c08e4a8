import { StringDecoder } from 'node:string_decoder';

/**
 * Splits UTF-8 text into lines at LF or CRLF. Unlike `readline`, ignores Unicode line separators, which JSON may
 * contain.
 */
export async function* linesOf(
  chunks: AsyncIterable<string | Buffer>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  for await (const chunk of chunks) {
    const parts = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    const rest = parts.pop()!;
    for (const part of parts) {
      yield (begun + part).replace(/\r$/, '');
      begun = '';
    }
    begun += rest;
  }
  begun += decoder.end();
  if (begun !== '') yield begun;
}
