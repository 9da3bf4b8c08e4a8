import { PROBLEM_CONTENT_TYPE, problemOf, ServiceError } from '@heliograph/runtime';
import type { Request, Response, Router } from 'express';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { DashboardContext } from '../context';
import { unknownPath } from './unknown-path';
import { MAXIMUM_URL_LENGTH, serve } from './serve';

/** For the request line and all headers; what is longer is refused while it is being read. */
const MAXIMUM_HEADER_BYTES = MAXIMUM_URL_LENGTH + 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const LINGER_MS = 1_000;
/** Longer than the idle time of usual load balancers, so that they close connections and not we under them. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export interface DashboardServer {
  /** Not yet listening. */
  server: Server;
  /** What requests are served by; those that come before wait for it. */
  serveBy(router: Router): void;
}

/** The HTTP server of the dashboard. */
export function createHttpServer(context: DashboardContext): DashboardServer {
  let serveBy: DashboardServer['serveBy'] = () => undefined;
  const routed = new Promise<Router>((resolve) => (serveBy = resolve));
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const router = await routed;
    // The last route takes every path: what comes out of the router has no path at all, or one that cannot be decoded.
    router(request as Request, response as Response, () => {
      void serve(context, { operation: unknownPath }, request, response);
    });
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  const server = createServer(
    {
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Checked with all else of a request, so that its refusal is a problem document too.
      requireHostHeader: false,
    },
    onRequest,
  );
  // An expectation that we do not know changes nothing: Node would answer 417 without a request id.
  server.on('checkExpectation', onRequest);
  server.on('clientError', answerClientError);
  return { server, serveBy };
}

const CLIENT_ERRORS: Readonly<Record<string, { status: number; reason: string; text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    text: `The URL and the headers must have at most ${MAXIMUM_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    text: 'The request did not arrive in time.',
  },
};

/**
 * Answers what could not be read as HTTP. There is no request to speak of, so the answer is written by hand. The client
 * may still be sending, and would not see the answer if the connection were cut under it: the rest is thrown away
 * for a moment.
 */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, reason, text } = CLIENT_ERRORS[error.code ?? ''] ?? {
    status: 400,
    reason: 'Bad Request',
    text: 'The request is not valid HTTP/1.1.',
  };
  socket.on('data', () => undefined);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const requestId = randomUUID();
  const problem = problemOf(new ServiceError('invalid_parameter', text), requestId, status);
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nX-Request-Id: ${requestId}\r\nContent-Type: ${PROBLEM_CONTENT_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
