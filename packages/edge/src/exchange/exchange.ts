import type { OutgoingCall } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DisconnectSignal } from './disconnect-signal';
import { requestIdFrom, traceparentFrom } from '../http/request-id';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** Marks a successful response in metrics and logs. */
const NO_ERROR = 'none';

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** One request and its response. Each service writes headers in its own way. */
export abstract class Exchange {
  readonly startedAt = performance.now();
  readonly requestId: string;
  /** The W3C Trace Context of calls made for this request; the client's own if tracing is off here. */
  traceparent: string;
  /** Not decoded; without the query. */
  readonly path: string;
  /** Not decoded; without the `?`. */
  readonly rawQuery: string;
  /** The error response's code, or `none`. */
  code: string = NO_ERROR;
  /** The limit that refused the request, by its name in metrics. */
  exceededLimit: string | undefined;
  /** The caller, once known. */
  abstract readonly accountId: string | undefined;
  /** For logs, if known. */
  abstract readonly credentialId: string | undefined;
  /** What pays, for metrics; undefined if the service has only one way. */
  abstract readonly channel: string | undefined;
  private disconnectSignal: DisconnectSignal | undefined;

  /** @param operation the operation's name in metrics and logs. */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    public operation: string,
  ) {
    this.requestId = requestIdFrom(request.headers['x-request-id']) ?? randomUUID();
    this.traceparent = traceparentFrom(request.headers['traceparent']);
    let target = targetOf(request) || '/';
    if (!target.startsWith('/')) target = target.replace(ABSOLUTE_FORM, '');
    const separator = target.indexOf('?');
    this.path = separator === -1 ? target : target.slice(0, separator);
    this.rawQuery = separator === -1 ? '' : target.slice(separator + 1);
  }

  /** Sets a header of the response, whether a success or an error. */
  abstract setHeader(name: string, value: string): void;

  /** Sends a response. For HEAD, Node.js sends only the headers. */
  abstract send(status: number, contentType: string, body: Buffer | string): void;

  /** Sends a response without a body. */
  abstract sendEmpty(status: number): void;

  get method(): string {
    return this.request.method ?? '';
  }

  /** Whether the client announced a body. */
  get hasBody(): boolean {
    const { headers } = this.request;
    const length = headers['content-length'];
    return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  }

  /** Whether an error was sent. */
  get hasFailed(): boolean {
    return this.code !== NO_ERROR;
  }

  /** Whether the client has disconnected, so the response would be lost. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed || this.response.destroyed;
  }

  /** @param name in lower case. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Options for calls that finish even if the client disconnects: a charge in progress goes through. */
  call(timeoutMs?: number): OutgoingCall {
    return {
      requestId: this.requestId,
      traceparent: this.traceparent,
      accountId: this.accountId ?? '',
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
  }

  /** Options for read-only calls for this request alone: canceled when the client disconnects. */
  readCall(timeoutMs?: number): OutgoingCall {
    return { ...this.call(timeoutMs), signal: this.disconnected() };
  }

  private disconnected(): DisconnectSignal {
    if (!this.disconnectSignal) {
      const signal = (this.disconnectSignal = new DisconnectSignal());
      const abort = () => !this.response.writableFinished && signal.abort();
      if (this.isAbandoned) abort();
      else this.response.once('close', abort);
    }
    return this.disconnectSignal;
  }
}

/** The request target as Node.js read it, before a router removed anything. */
export function targetOf(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}
