import type { OutgoingCall } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Abandonment } from './abandonment';
import { requestIdFrom, traceparentFrom } from '../http/request-id';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** Marks an answer that ended well in metrics and logs. */
const NO_ERROR = 'none';

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** One request and its answer. How headers are written is the service's. */
export abstract class Exchange {
  readonly startedAt = performance.now();
  readonly requestId: string;
  /** The W3C Trace Context of calls made for this request; the client's own while nothing is traced here. */
  traceparent: string;
  /** Not decoded; without the query. */
  readonly path: string;
  /** Not decoded; without the `?`. */
  readonly rawQuery: string;
  /** Of the error that was answered, or `none`. */
  code: string = NO_ERROR;
  /** The limit that the request was refused by, as metrics name it. */
  metLimit: string | undefined;
  /** Whose request it is, once that is known. */
  abstract readonly accountId: string | undefined;
  /** In logs, where there is one. */
  abstract readonly credentialId: string | undefined;
  /** What pays, in metrics; undefined where a service has one only. */
  abstract readonly channel: string | undefined;
  private abandonment: Abandonment | undefined;

  /** @param operation what is asked for, in metrics and logs. */
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

  /** Sets a header of the answer, whatever the answer will be. */
  abstract setHeader(name: string, value: string): void;

  /** Answers. With HEAD Node sends the headers only. */
  abstract send(status: number, contentType: string, body: Buffer | string): void;

  /** Answers without a body. */
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

  /** Whether an error was answered. */
  get hasFailed(): boolean {
    return this.code !== NO_ERROR;
  }

  /** Whether the client has gone, so that the answer would be lost. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed || this.response.destroyed;
  }

  /** @param name in lower case. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Options of calls that are finished even when the client hangs up: a charge on its way is taken. */
  call(timeoutMs?: number): OutgoingCall {
    return {
      requestId: this.requestId,
      traceparent: this.traceparent,
      accountId: this.accountId ?? '',
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
  }

  /** Options of calls that only read, for this request alone: they are canceled when the client hangs up. */
  readCall(timeoutMs?: number): OutgoingCall {
    return { ...this.call(timeoutMs), signal: this.abandoned() };
  }

  private abandoned(): Abandonment {
    if (!this.abandonment) {
      const abandonment = (this.abandonment = new Abandonment());
      const abort = () => !this.response.writableFinished && abandonment.abort();
      if (this.isAbandoned) abort();
      else this.response.once('close', abort);
    }
    return this.abandonment;
  }
}

/** The target of a request as Node read it, before a router took anything off. */
export function targetOf(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}
