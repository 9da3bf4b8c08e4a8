import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ServiceError, type Metrics } from '@heliograph/runtime';
import { answerByHand, answerClientError } from './client-errors';
import { Connections, SWEEP_MS } from './connections';
import type { ConnectionLimits } from '../settings';
import { MAXIMUM_HEADER_BYTES, MAXIMUM_HEADERS } from '../http/request-rules';

const IDLE_SWEEP_MS = 25;
/** Longer than the idle time of usual load balancers, so that they close connections and not we under them. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

interface PublicServerOptions {
  /** Bytes of a request target that still reach the listener. */
  maximumUrlLength: number;
  limits: ConnectionLimits;
  metrics: Metrics;
}

/**
 * An HTTP server for any client: everything is bounded, what cannot be read as HTTP is answered with a problem document too,
 * and its end loses no request. What is wrong with a request that can be read is the listener's to refuse, by `checkRequest`.
 */
export class PublicServer {
  private readonly server: Server;
  private readonly connections: Connections;

  constructor(listener: RequestListener, { maximumUrlLength, limits, metrics }: PublicServerOptions) {
    const server = createServer({
      maxHeaderSize: maximumUrlLength + MAXIMUM_HEADER_BYTES,
      // A request's time holds that of its headers.
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: SWEEP_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Checked with all else of a request, so that its refusal is a problem document too.
      requireHostHeader: false,
    });
    server.maxHeadersCount = MAXIMUM_HEADERS;
    // The headers of a request that begins at the last moment may take their time too.
    const idleTimeoutMs = KEEP_ALIVE_TIMEOUT_MS + limits.headersTimeoutMs;
    const connections = new Connections(server, limits, idleTimeoutMs, metrics);
    const answer: RequestListener = (request, response) => {
      connections.answering(request, response);
      listener(request, response);
    };
    server.on('request', answer);
    // An expectation that we do not know changes nothing: Node would answer 417 without a request id.
    server.on('checkExpectation', answer);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connections.slowRequest();
      answerClientError(error, socket as Socket, maximumUrlLength);
    });
    // Node would end the connection without a word.
    server.on('connect', (_request, socket: Socket) =>
      answerByHand(
        socket,
        { reason: 'Method Not Allowed', headers: 'Allow: GET\r\n' },
        new ServiceError('method_not_allowed', 'CONNECT is not supported: this is no proxy.'),
      ),
    );
    this.server = server;
    this.connections = connections;
  }

  /** The port that it listens on; 0 before that. */
  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? 0;
  }

  /**
   * Begins to listen.
   *
   * @param place.host all addresses unless given.
   * @param place.variable sets the port, for an operator who has to choose another.
   * @throws when the port is taken, naming it and the variable.
   */
  listen({
    host,
    port,
    variable,
  }: {
    host: string | undefined;
    port: number;
    variable: string;
  }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => {
        const remedy =
          error.code === 'EADDRINUSE' ? `: it is taken; free it or set ${variable}` : `: ${error.message}`;
        reject(new Error(`cannot listen on port ${port}${remedy}`, { cause: error }));
      });
      this.server.listen({ port, ...(host !== undefined && { host }) }, resolve);
    });
  }

  /**
   * Goes on serving while clients notice: every answer ends its connection. Resolves when none is open, after the delay at the latest.
   */
  drain(delayMs: number): Promise<void> {
    return this.connections.drain(delayMs);
  }

  /**
   * Stops accepting requests; those in flight finish within the cap, then connections are cut.
   *
   * @param onCut called when they are.
   */
  async close(capMs: number, onCut: () => void): Promise<void> {
    // What lies unread in the sockets of a busy process are requests as well: they are read before connections count as idle.
    await turnOfTheLoop();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection whose request was in flight a moment ago is idle now, and its client may keep it open for long.
    const sweep = setInterval(() => {
      this.server.closeIdleConnections();
      this.connections.closeSilent();
    }, IDLE_SWEEP_MS);
    const cap = setTimeout(() => {
      onCut();
      this.server.closeAllConnections();
    }, capMs);
    await closed;
    clearTimeout(cap);
    clearInterval(sweep);
  }
}
