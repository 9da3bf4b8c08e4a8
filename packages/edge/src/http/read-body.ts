import { REQUEST_LIMIT_TEXTS } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import type { IncomingMessage } from 'node:http';

const CONTENT_TOO_LARGE = 413;
/** Initial buffer size for a body. */
const FIRST_BYTES = 4_096;

/**
 * Reads a request's body. Keeps no more than allowed, in at most twice as much memory, however small its chunks are.
 *
 * @param options.tooLarge creates the error if the body is too long; the rest is discarded once that error is sent.
 * @param options.signal gives the body up, with the signal's reason.
 * @throws ServiceError `unavailable` if the client disconnects midway; the response is then lost.
 */
export function readBody(
  request: IncomingMessage,
  maximumBytes: number,
  {
    tooLarge = () => bodyTooLarge(maximumBytes),
    signal,
  }: { tooLarge?: () => ServiceError; signal?: AbortSignal | undefined } = {},
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) return Promise.reject(tooLarge());
  // The request may have been aborted while something else was awaited: no more events follow, and nothing would end
  // the wait.
  if (request.destroyed) return Promise.reject(notCompleted());
  return new Promise((resolve, reject: (error: unknown) => void) => {
    let body = Buffer.alloc(0);
    let length = 0;
    const take = (chunk: Buffer) => {
      const needed = length + chunk.length;
      if (needed > maximumBytes) {
        request.off('data', take);
        return reject(tooLarge());
      }
      if (needed > body.length) {
        const room = Math.min(maximumBytes, Math.max(FIRST_BYTES, 2 * needed));
        body = Buffer.concat([body.subarray(0, length)], room);
      }
      // Copy it: a retained one-byte chunk takes a hundred times as much memory, and holds on to the buffer it was read
      // into.
      length += chunk.copy(body, length);
    };
    request.on('data', take);
    request.once('end', () => resolve(body.subarray(0, length)));
    request.once('close', () => reject(notCompleted()));
    request.once('error', () => reject(notCompleted()));
    signal?.addEventListener('abort', () => {
      request.off('data', take);
      reject(signal.reason);
    });
  });
}

function bodyTooLarge(maximumBytes: number): ServiceError {
  return new ServiceError('invalid_parameter', REQUEST_LIMIT_TEXTS.body(maximumBytes), {
    status: CONTENT_TOO_LARGE,
  });
}

function notCompleted(): ServiceError {
  return new ServiceError('unavailable', 'The request was not completed.');
}
