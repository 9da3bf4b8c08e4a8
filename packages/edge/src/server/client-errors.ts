import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { REQUEST_LIMITS } from '@heliograph/contract';
import { PROBLEM_CONTENT_TYPE, problemOf, ServiceError } from '@heliograph/runtime';

/** How long to wait before cutting the connection of a client that got its response. */
const LINGER_MS = 1_000;

/**
 * Responds to input that Node.js could not parse as HTTP. There is no response object, so the response is written by
 * hand.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  maximumUrlLength: number,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, reason, text } = refusalOf(error.code, maximumUrlLength);
  answerByHand(socket, { reason }, new ServiceError('invalid_parameter', text, { status }));
}

function refusalOf(code: string | undefined, maximumUrlLength: number) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        text: `The URL must have at most ${maximumUrlLength} bytes, the headers ${REQUEST_LIMITS.headerBytes}.`,
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, reason: 'Request Timeout', text: 'The request did not arrive in time.' };
    default:
      return {
        status: 400,
        reason: 'Bad Request',
        text: 'The request is not valid HTTP/1.1: check its method and headers, and percent-encode its URL.',
      };
  }
}

/**
 * Responds on a connection without a request, and ends it. The client may still be sending, and would miss the response
 * if the connection were cut: for a moment, the rest is discarded.
 */
export function answerByHand(
  socket: Socket,
  { reason, headers = '' }: { reason: string; headers?: string },
  error: ServiceError,
): void {
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(error, requestId));
  socket.end(
    `HTTP/1.1 ${error.status} ${reason}\r\nDate: ${new Date().toUTCString()}\r\n${headers}` +
      `X-Request-Id: ${requestId}\r\nContent-Type: ${PROBLEM_CONTENT_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
