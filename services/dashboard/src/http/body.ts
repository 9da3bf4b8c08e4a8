import { ServiceError } from '@heliograph/runtime';
import { parseBoundedJson } from '@heliograph/signal-search';
import type { Exchange } from './exchange';

const CONTENT_TOO_LARGE = 413;
const UNSUPPORTED_MEDIA_TYPE = 415;
/** A search group is four levels deep in a query, which is one level deep. */
const MAXIMUM_DEPTH = 8;

/**
 * The whole body of a request.
 *
 * @throws ServiceError answered with 413 when it is longer, 415 when it is compressed.
 */
export async function readBody(exchange: Exchange, maximumBytes: number): Promise<Buffer> {
  const { request } = exchange;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ServiceError('invalid_parameter', 'The body must not be compressed.', {
      status: UNSUPPORTED_MEDIA_TYPE,
    });
  }
  const tooLarge = () =>
    new ServiceError('invalid_parameter', `The body must have at most ${maximumBytes} bytes.`, {
      status: CONTENT_TOO_LARGE,
    });
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) throw tooLarge();
  // It may have been aborted while something else was awaited: its events are over then, and nothing would end the
  // wait.
  if (request.destroyed) throw new ServiceError('unavailable', 'The request was incomplete.');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maximumBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      reject(tooLarge());
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(new ServiceError('unavailable', 'The request was incomplete.')));
    request.once('close', () => reject(new ServiceError('unavailable', 'The request was incomplete.')));
  });
}

/**
 * The body as JSON.
 *
 * @throws ServiceError `invalid_parameter` when it is not JSON; 413 and 415 as in HTTP.
 */
export async function readJson(exchange: Exchange, maximumBytes: number): Promise<unknown> {
  if (!/^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(exchange.header('content-type') ?? '')) {
    throw new ServiceError(
      'invalid_parameter',
      'The body must be JSON, with Content-Type: application/json.',
      { status: UNSUPPORTED_MEDIA_TYPE },
    );
  }
  const bytes = await readBody(exchange, maximumBytes);
  const parsed = parseJson(bytes, maximumBytes);
  if ('value' in parsed) return parsed.value;
  throw new ServiceError('invalid_parameter', `The body ${parsed.fault}.`, {
    faults: [{ parameter: 'body', message: parsed.fault }],
  });
}

function parseJson(bytes: Buffer, maximumLength: number): { value: unknown } | { fault: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseBoundedJson(text, { maximumLength, maximumDepth: MAXIMUM_DEPTH });
  } catch {
    return { fault: 'is not UTF-8' };
  }
}
