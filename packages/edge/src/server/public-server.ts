import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { REQUEST_LIMITS } from '@heliograph/contract';
import { ServiceError, type Metrics } from '@heliograph/runtime';
import { answerByHand, answerClientError } from './client-errors';
import { Connections, SWEEP_MS } from './connections';
import type { ConnectionLimits } from '../settings';

const IDLE_SWEEP_MS = 25;
/** Longer than common load balancers' idle timeouts, so that they close connections rather than us. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

interface PublicServerOptions {
  /** Maximum bytes of a request target that reaches the listener. */
  maximumUrlLength: number;
  limits: ConnectionLimits;
  metrics: Metrics;
}

/**
 * An HTTP server for untrusted clients: everything is bounded, input that is not HTTP gets a problem document too, and
 * stopping loses no request. Refusing readable requests is up to the listener, with `checkRequest`.
 */
export class PublicServer {
  private readonly server: Server;
  private readonly connections: Connections;

  constructor(listener: RequestListener, { maximumUrlLength, limits, metrics }: PublicServerOptions) {
    const server = createServer({
      maxHeaderSize: maximumUrlLength + REQUEST_LIMITS.headerBytes,
      // A request's time includes that of its headers.
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: SWEEP_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // `checkRequest` checks it with everything else, so that the refusal is a problem document too.
      requireHostHeader: false,
    });
    server.maxHeadersCount = REQUEST_LIMITS.headerCount;
    // The headers of a request that begins at the last moment may still take their time.
    const idleTimeoutMs = KEEP_ALIVE_TIMEOUT_MS + limits.headersTimeoutMs;
    const connections = new Connections(server, limits, idleTimeoutMs, metrics);
    const onRequest: RequestListener = (request, response) => {
      if (connections.answering(request, response)) listener(request, response);
    };
    server.on('request', onRequest);
    // Ignore unknown expectations: Node.js would send 417 without a request id.
    server.on('checkExpectation', onRequest);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connections.slowRequest();
      answerClientError(error, socket as Socket, maximumUrlLength);
    });
    // Node.js would end the connection silently.
    server.on('connect', (_request, socket: Socket) =>
      answerByHand(
        socket,
        { reason: 'Method Not Allowed', headers: 'Allow: GET\r\n' },
        new ServiceError('method_not_allowed', 'CONNECT is not supported: this is not a proxy.'),
      ),
    );
    this.server = server;
    this.connections = connections;
  }

  /** The port it listens on; 0 before that. */
  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? 0;
  }

  /**
   * Starts listening.
   *
   * @param place.host all addresses by default.
   * @param place.variable the variable that sets the port, for the error message.
   * @throws if the port is taken, naming it and the variable.
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
   * Keeps serving while clients notice: every response ends its connection. Resolves when no connection is open, or
   * after the delay at the latest.
   */
  drain(delayMs: number): Promise<void> {
    return this.connections.drain(delayMs);
  }

  /**
   * Stops accepting requests; those in flight finish within the cap, then connections are cut.
   *
   * @param onCut called when connections are cut.
   */
  async close(capMs: number, onCut: () => void): Promise<void> {
    // Unread data in a busy process's sockets may be requests: read it before connections count as idle.
    await turnOfTheLoop();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection whose request just finished becomes idle, and its client may keep it open for long.
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
