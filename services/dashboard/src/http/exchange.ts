import { requestIdFrom, traceparentFrom, discardBody } from '@heliograph/edge';
import { type OutgoingCall } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** What may refuse a request for being one too many: the account's minute, its or all requests in flight, or the address. */
export type MetLimit = 'session' | 'searches' | 'in_flight' | 'process' | 'sign_in';

/** Marks an answer that ended well in metrics and logs. */
const NO_ERROR = 'none';

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
export const HTML_CONTENT_TYPE = 'text/html; charset=utf-8';

/** The target of a request as Node read it, before a router took anything off. */
export function targetOf(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}

/** One request and its answer. */
export class Exchange {
  readonly startedAt = performance.now();
  readonly requestId: string;
  /** The W3C Trace Context of calls made for this request; the client's own while nothing is traced here. */
  traceparent: string;
  /** Not decoded; without the query. */
  readonly path: string;
  /** Not decoded; without the `?`. */
  readonly rawQuery: string;
  /** What is asked for, in metrics and logs. */
  operation: string;
  /** Whose session it is, in logs. */
  accountId: string | undefined;
  /** Of the error that was answered, or `none`. */
  code: string = NO_ERROR;
  private abandonment: AbortController | undefined;
  /** The limit that the request was refused by. */
  metLimit: MetLimit | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    operation: string,
  ) {
    this.operation = operation;
    this.requestId = requestIdFrom(request.headers['x-request-id']) ?? randomUUID();
    this.traceparent = traceparentFrom(request.headers['traceparent']);
    let target = targetOf(request) || '/';
    if (!target.startsWith('/')) target = target.replace(ABSOLUTE_FORM, '');
    const separator = target.indexOf('?');
    this.path = separator === -1 ? target : target.slice(0, separator);
    this.rawQuery = separator === -1 ? '' : target.slice(separator + 1);
    response.setHeader('X-Request-Id', this.requestId);
  }

  get method(): string {
    return this.request.method ?? '';
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

  /** How calls made for this request are marked. They are finished even when the client hangs up. */
  readonly call = (timeoutMs?: number): OutgoingCall => ({
    requestId: this.requestId,
    traceparent: this.traceparent,
    accountId: this.accountId ?? '',
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

  /** The same for calls that only read, and for this request alone: they are cancelled when the client hangs up. */
  readonly readCall = (timeoutMs?: number): OutgoingCall => ({
    ...this.call(timeoutMs),
    signal: this.abandoned(),
  });

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

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  /** Adds to what is set already: an answer may set several cookies. */
  addCookie(field: string): void {
    this.response.appendHeader('Set-Cookie', field);
  }

  /** Answers. With HEAD Node sends the headers only. */
  send(status: number, contentType: string, body: Buffer | string): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // What is still being sent is thrown away, so that the client comes to read the answer.
    if (this.hasBody && !this.request.complete) discardBody(this.request);
    this.response.statusCode = status;
    this.response.setHeader('Content-Type', contentType);
    this.response.setHeader('Content-Length', bytes.length);
    this.response.end(bytes);
  }

  /** Answers `{"data": …}`, which nobody keeps. */
  sendData(data: unknown, status = 200): void {
    this.response.setHeader('Cache-Control', 'no-store');
    this.send(status, JSON_CONTENT_TYPE, JSON.stringify({ data }));
  }

  /** Answers without a body. */
  sendEmpty(status: number): void {
    if (this.hasBody && !this.request.complete) discardBody(this.request);
    this.response.statusCode = status;
    this.response.end();
  }

  /** @param location an absolute URL. 303 unless told otherwise: the browser goes there with GET. */
  redirect(location: string, status: 302 | 303 = 303): void {
    this.response.setHeader('Cache-Control', 'no-store');
    this.response.setHeader('Location', location);
    this.sendEmpty(status);
  }
}
