import { readBody } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import { parseBoundedJsonBytes } from '@heliograph/signal-search';
import type { Exchange } from './exchange';

const UNSUPPORTED_MEDIA_TYPE = 415;
/** A search group is four levels deep, inside a query, which is one more. */
const MAXIMUM_DEPTH = 8;

/**
 * A request's whole body.
 *
 * @param signal gives it up, with the signal's reason.
 * @throws ServiceError answered with 413 if it is too long, 415 if it is compressed.
 */
export async function readPlainBody(
  exchange: Exchange,
  maximumBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { request } = exchange;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ServiceError('invalid_parameter', 'The body must not be compressed.', {
      status: UNSUPPORTED_MEDIA_TYPE,
    });
  }
  return readBody(request, maximumBytes, { signal });
}

/**
 * A request's body as JSON.
 *
 * @throws ServiceError `invalid_parameter` if it is not JSON; 413 and 415 as in HTTP.
 */
export async function readJson(exchange: Exchange, maximumBytes: number): Promise<unknown> {
  if (!/^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(exchange.header('content-type') ?? '')) {
    throw new ServiceError(
      'invalid_parameter',
      'The body must be JSON, with Content-Type: application/json.',
      { status: UNSUPPORTED_MEDIA_TYPE },
    );
  }
  const bytes = await readPlainBody(exchange, maximumBytes);
  const parsed = parseBoundedJsonBytes(bytes, { maximumLength: maximumBytes, maximumDepth: MAXIMUM_DEPTH });
  if ('value' in parsed) return parsed.value;
  throw new ServiceError('invalid_parameter', `The body ${parsed.issue}.`, {
    issues: [{ parameter: 'body', message: parsed.issue }],
  });
}
