import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Metrics } from '@heliograph/runtime';
import { MAPPED_IPV4, networkOf, siteOf } from '../http/client-address';
import type { ConnectionLimits } from '../settings';

/** How often connections are checked: cuts are at most this late. */
export const SWEEP_MS = 1_000;
const DRAIN_POLL_MS = 25;
/** A large response may take as long as it does at this pace: 32 KB/s. */
const SLOWEST_BYTES_PER_MS = 32;

/** Share of all connections that one site may have: it has thousands of networks. */
const SHARE_OF_SITE = 1 / 4;

/**
 * Requests that one connection may have unanswered. Node.js hands over all that one read contains, thousands of short
 * ones, and keeps some kilobytes for each: a few hundred such connections took all memory, and all turns of the loop.
 */
const MAXIMUM_PIPELINED = 16;

/** Why a connection was refused or cut, by its name in metrics. */
type Cut = 'maximum' | 'address' | 'slow_request' | 'unread_answer' | 'idle' | 'pipelined';
const CUTS: readonly Cut[] = ['maximum', 'address', 'slow_request', 'unread_answer', 'idle', 'pipelined'];

interface Connection {
  /** In the order of their requests; a pipelining client has several. The first one is being sent. */
  responses: ServerResponse[];
  /**
   * When the first response started waiting only for the client or, without any response, when the connection became
   * idle. On the monotonic clock.
   */
  waitingSince: number | undefined;
  /** The socket's `bytesWritten` at the last check. */
  bytesWritten: number;
}

/**
 * The connections of one HTTP server: bounded in total and per address, cut if their client does not read or is idle,
 * and ended when the server stops.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Number of open connections, by network and by site. */
  private readonly counts = new Map<string, number>();
  private readonly cuts;
  private readonly sweeper: NodeJS.Timeout;
  private isDraining = false;

  /** @param idleTimeoutMs after which a connection without a request is cut, whatever bytes arrived. */
  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
    private readonly idleTimeoutMs: number,
    metrics: Metrics,
  ) {
    metrics.gauge('http_connections', 'Open client connections.', [], (gauge) => gauge.set(this.open.size));
    this.cuts = metrics.counter(
      'http_connections_cut_total',
      'Connections refused or cut: over the total (maximum) or per-address (address) bound, a request that ' +
        'arrived too slowly (slow_request), a response that was not read (unread_answer), idle too long ' +
        '(idle), or too many requests at once (pipelined).',
      ['reason'],
    );
    for (const reason of CUTS) this.cuts.inc({ reason }, 0);
    server.maxConnections = limits.maximumConnections;
    server.on('drop', () => this.cuts.inc({ reason: 'maximum' }));
    server.on('connection', (socket) => this.take(socket));
    this.sweeper = setInterval(() => this.sweep(), SWEEP_MS).unref();
    server.once('close', () => clearInterval(this.sweeper));
  }

  /**
   * Registers a response to be sent.
   *
   * @returns false if the connection was cut, perhaps for this request: there is nobody to answer.
   */
  answering(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const connection = this.open.get(socket);
    if (!connection) return true;
    dropFinished(connection);
    if (connection.responses.length >= MAXIMUM_PIPELINED) {
      this.cuts.inc({ reason: 'pipelined' });
      socket.destroy();
      stopParsing(socket);
      return false;
    }
    connection.responses.push(response);
    connection.waitingSince = undefined;
    if (!this.isDraining) return true;
    // With pipelined requests, the last response ends the connection.
    const before = connection.responses.at(-2);
    if (before && !before.headersSent) before.shouldKeepAlive = true;
    response.shouldKeepAlive = false;
    return true;
  }

  slowRequest(): void {
    this.cuts.inc({ reason: 'slow_request' });
  }

  /**
   * From now on, each connection ends with its next response, which says so. Waits until none is open, at most for the
   * delay: a client may already have sent its next request, which still gets a response.
   */
  async drain(delayMs: number): Promise<void> {
    this.isDraining = true;
    for (const { responses } of this.open.values()) {
      // A response that ends the connection must be its last, so with pipelined requests mark only the last one.
      const last = responses.at(-1);
      if (last && !last.headersSent) last.shouldKeepAlive = false;
    }
    const end = performance.now() + delayMs;
    while (this.open.size > 0 && performance.now() < end) await delay(DRAIN_POLL_MS);
  }

  /** Closes the connections that never had a request; Node.js does not count them as idle. */
  closeSilent(): void {
    for (const [socket, { responses }] of this.open) {
      if (responses.length === 0 && socket.bytesRead === 0) socket.destroy();
    }
  }

  private take(socket: Socket): void {
    const bounds = this.boundsOf((socket.remoteAddress ?? '').replace(MAPPED_IPV4, ''));
    for (const [origin, maximum] of bounds) {
      if ((this.counts.get(origin) ?? 0) < maximum) continue;
      this.cuts.inc({ reason: 'address' });
      socket.destroy();
      return;
    }
    for (const origin of bounds.keys()) this.counts.set(origin, (this.counts.get(origin) ?? 0) + 1);
    this.open.set(socket, { responses: [], waitingSince: undefined, bytesWritten: 0 });
    socket.once('close', () => this.leave(socket, bounds.keys()));
  }

  /** How many connections an address's origins may have: its site and its network, which are the same for IPv4. */
  private boundsOf(address: string): ReadonlyMap<string, number> {
    const { maximumConnections, maximumConnectionsPerAddress: ofNetwork } = this.limits;
    if (ofNetwork === 0) return new Map();
    return new Map([
      [siteOf(address), Math.max(ofNetwork, maximumConnections * SHARE_OF_SITE)],
      [networkOf(address), ofNetwork],
    ]);
  }

  private leave(socket: Socket, origins: Iterable<string>): void {
    this.open.delete(socket);
    for (const origin of origins) {
      const left = this.counts.get(origin)! - 1;
      if (left > 0) this.counts.set(origin, left);
      else this.counts.delete(origin);
    }
  }

  private sweep(): void {
    const now = performance.now();
    for (const [socket, connection] of this.open) {
      const { bytesWritten } = socket;
      // A stream writes its next part once the client has read the previous one.
      if (dropFinished(connection) || bytesWritten !== connection.bytesWritten)
        connection.waitingSince = undefined;
      connection.bytesWritten = bytesWritten;
      const [first] = connection.responses;
      // The server is still working on this response.
      if (first && !first.writableEnded && !first.writableNeedDrain) continue;
      connection.waitingSince ??= now;
      const allowed = first
        ? Math.max(this.limits.writeTimeoutMs, socket.writableLength / SLOWEST_BYTES_PER_MS)
        : this.idleTimeoutMs;
      if (now - connection.waitingSince < allowed) continue;
      this.cuts.inc({ reason: first ? 'unread_answer' : 'idle' });
      socket.destroy();
    }
  }
}

/** What llhttp, the parser of Node.js, takes as the end of HTTP on a connection: it ignores the rest. */
const END_OF_HTTP = 2;

/**
 * Ignores the requests that are left in what a destroyed connection sent: making an object of each took most of the
 * time. Node.js has no public way; if this one changes, that time is lost again.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: unknown } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => END_OF_HTTP;
}

/** @returns whether a response was sent since the last check. */
function dropFinished({ responses }: Connection): boolean {
  let finished = 0;
  while (responses[finished]?.writableFinished || responses[finished]?.destroyed) finished += 1;
  responses.splice(0, finished);
  return finished > 0;
}
