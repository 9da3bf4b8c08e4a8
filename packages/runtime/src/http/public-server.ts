import { createServer, type RequestListener, type Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors/service-error';
import { PROBLEM_CONTENT_TYPE, problemOf } from './problem';

/** For all headers, besides the request line. */
const HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const LINGER_MS = 1_000;
const IDLE_SWEEP_MS = 25;
/** Longer than the idle time of usual load balancers, so that they close connections and not we under them. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * An HTTP server for whoever comes, not yet listening: everything is bounded, and what cannot be read as HTTP is answered with a
 * problem document too.
 *
 * @param maximumUrlLength bytes of a request target that still reach the listener.
 */
export function createPublicServer(listener: RequestListener, maximumUrlLength: number): Server {
  const maximumHeaderBytes = maximumUrlLength + HEADER_BYTES;
  const known = clientErrors(maximumHeaderBytes);
  const server = createServer(
    {
      maxHeaderSize: maximumHeaderBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Checked with all else of a request, so that its refusal is a problem document too.
      requireHostHeader: false,
    },
    listener,
  );
  // An expectation that we do not know changes nothing: Node would answer 417 without a request id.
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, known));
  // Node would end the connection without a word.
  server.on('connect', (_request, socket: Socket) =>
    answerByHand(
      socket,
      { status: 405, reason: 'Method Not Allowed', headers: 'Allow: GET\r\n' },
      new ServiceError('method_not_allowed', 'CONNECT is not supported: this is no proxy.'),
    ),
  );
  return server;
}

/**
 * Begins to listen.
 *
 * @param place.variable sets the port, for whoever has to choose another.
 * @throws when the port is taken, naming it and the variable.
 */
export function listen(
  server: Server,
  { host, port, variable }: { host: string | undefined; port: number; variable: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy =
        error.code === 'EADDRINUSE' ? `: it is taken; free it or set ${variable}` : `: ${error.message}`;
      reject(new Error(`cannot listen on port ${port}${remedy}`, { cause: error }));
    });
    server.listen({ port, ...(host !== undefined && { host }) }, resolve);
  });
}

/**
 * Closes the door; requests in flight finish within the cap, then connections are cut.
 *
 * @param onCut called when they are.
 */
export async function closePublicServer(server: Server, capMs: number, onCut: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request was in flight a moment ago is idle now, and its client may keep it open for long.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const cap = setTimeout(() => {
    onCut();
    server.closeAllConnections();
  }, capMs);
  await closed;
  clearTimeout(cap);
  clearInterval(sweep);
}

/** Answers to what Node's parser refuses, by its code. */
const clientErrors = (
  maximumHeaderBytes: number,
): Readonly<Record<string, { status: number; reason: string; text: string }>> => ({
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    text: `The URL and the headers must have at most ${maximumHeaderBytes} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    text: 'The request did not arrive in time.',
  },
});

/**
 * Answers what could not be read as HTTP. There is no request to speak of, so the answer is written by hand. The client
 * may still be sending, and would not see the answer if the connection were cut under it: the rest is thrown away
 * for a moment.
 */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  known: ReturnType<typeof clientErrors>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, reason, text } = known[error.code ?? ''] ?? {
    status: 400,
    reason: 'Bad Request',
    text: 'The request is not valid HTTP/1.1.',
  };
  answerByHand(socket, { status, reason }, new ServiceError('invalid_parameter', text));
}

function answerByHand(
  socket: Socket,
  { status, reason, headers = '' }: { status: number; reason: string; headers?: string },
  error: ServiceError,
): void {
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(error, requestId, status));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\n${headers}X-Request-Id: ${requestId}\r\nContent-Type: ${PROBLEM_CONTENT_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
