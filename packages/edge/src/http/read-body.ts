import { REQUEST_LIMIT_TEXTS } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import type { IncomingMessage } from 'node:http';

const CONTENT_TOO_LARGE = 413;

/**
 * A request's body, of which no more is kept than allowed.
 *
 * @param tooLarge creates the error when it is longer; the rest is discarded once that is sent.
 * @throws ServiceError `unavailable` when the client disconnects in the middle; the response is then lost.
 */
export function readBody(
  request: IncomingMessage,
  maximumBytes: number,
  tooLarge = () => bodyTooLarge(maximumBytes),
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) return Promise.reject(tooLarge());
  // It may have been aborted while something else was awaited: its events are over then, and nothing would end the
  // wait.
  if (request.destroyed) return Promise.reject(notCompleted());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maximumBytes) return void chunks.push(chunk);
      request.off('data', take);
      reject(tooLarge());
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => reject(notCompleted()));
    request.once('error', () => reject(notCompleted()));
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
