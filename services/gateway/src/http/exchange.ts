import { requestIdFrom, traceparentFrom, discardBody } from '@heliograph/edge';
import { type OutgoingCall } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '../credentials/credential-verifier';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** What may refuse a request for being one too many: the account's minute, its or all requests in flight, or the address. */
export type MetLimit = 'requests' | 'searches' | 'in_flight' | 'process' | 'rejections' | 'logins';

/** Marks an answer that ended well in metrics and logs. */
const NO_ERROR = 'none';

/**
 * One request and its answer. Headers are gathered in a flat list and written once: it is what Node's HTTP server
 * takes fastest.
 */
export class Exchange {
  readonly startedAt = performance.now();
  readonly requestId: string;
  /** The W3C Trace Context of calls made for this request; the client's own while nothing is traced here. */
  traceparent: string;
  /** Not decoded; without the query. */
  readonly path: string;
  /** Not decoded; without the `?`. */
  readonly rawQuery: string;
  /** Set once the credential was found valid. */
  credential: Credential | undefined;
  /** Of the error that was answered, or `none`. */
  code: string = NO_ERROR;
  /** The limit that the request was refused by. */
  metLimit: MetLimit | undefined;
  private readonly headers: string[];
  private abandonment: AbortController | undefined;

  /** @param takesBody whether the operation reads the body; else it is thrown away as it comes. */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    takesBody = false,
  ) {
    this.requestId = requestIdFrom(request.headers['x-request-id']) ?? randomUUID();
    this.traceparent = traceparentFrom(request.headers['traceparent']);
    let target = request.url ?? '/';
    if (!target.startsWith('/')) target = target.replace(ABSOLUTE_FORM, '');
    const separator = target.indexOf('?');
    this.path = separator === -1 ? target : target.slice(0, separator);
    this.rawQuery = separator === -1 ? '' : target.slice(separator + 1);
    this.headers = ['X-Request-Id', this.requestId, 'X-Content-Type-Options', 'nosniff'];
    if (!takesBody && this.hasBody) discardBody(request);
  }

  /** Whether the client announced a body. */
  get hasBody(): boolean {
    const { headers } = this.request;
    const length = headers['content-length'];
    return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  }

  /** Whether something else than a success was answered. */
  get hasFailed(): boolean {
    return this.code !== NO_ERROR;
  }

  /** Whether the client has gone, so that nobody would get the answer. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed || this.response.destroyed;
  }

  /** How calls made for this request are marked. They are finished even when the client hangs up: a charge on its way is taken. */
  call(timeoutMs?: number): OutgoingCall {
    return {
      requestId: this.requestId,
      traceparent: this.traceparent,
      accountId: this.credential?.accountId ?? '',
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
  }

  /** The same for calls that only read, and for this request alone: they are cancelled when the client hangs up. */
  readCall(timeoutMs?: number): OutgoingCall {
    return { ...this.call(timeoutMs), signal: this.abandoned() };
  }

  private abandoned(): AbortSignal {
    if (!this.abandonment) {
      const controller = new AbortController();
      // Each call listens while it is in flight, and there may be a dozen at once.
      setMaxListeners(0, controller.signal);
      this.abandonment = controller;
      const abort = () => !this.response.writableFinished && controller.abort();
      if (this.isAbandoned) abort();
      else this.response.once('close', abort);
    }
    return this.abandonment.signal;
  }

  /** Adds a header to the answer, whatever the answer will be. */
  addHeader(name: string, value: string): void {
    this.headers.push(name, value);
  }

  /** Answers. With HEAD Node sends the headers only. */
  send(status: number, contentType: string, body: Buffer): void {
    this.headers.push('Content-Type', contentType, 'Content-Length', String(body.length));
    this.response.writeHead(status, this.headers);
    this.response.end(body);
  }

  /** Answers without a body. */
  sendEmpty(status: number): void {
    this.response.writeHead(status, this.headers);
    this.response.end();
  }
}
