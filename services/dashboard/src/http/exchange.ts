import { discardBody, Exchange as EdgeExchange, JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const HTML_CONTENT_TYPE = 'text/html; charset=utf-8';

/** One request and its response. */
export class Exchange extends EdgeExchange {
  /** The account of the session. */
  accountId: string | undefined;
  /** Of an endpoint that takes one: read before its request takes a slot. */
  requestBody: unknown;
  readonly credentialId = undefined;
  readonly channel = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, operation: string) {
    super(request, response, operation);
    response.setHeader('X-Request-Id', this.requestId);
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  /** Appends: a response may set several cookies. */
  addCookie(field: string): void {
    this.response.appendHeader('Set-Cookie', field);
  }

  send(status: number, contentType: string, body: Buffer | string): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // Discard the rest of the request body, so that the client gets to read the response.
    if (this.hasBody && !this.request.complete) discardBody(this.request);
    this.response.statusCode = status;
    this.response.setHeader('Content-Type', contentType);
    this.response.setHeader('Content-Length', bytes.length);
    this.response.end(bytes);
  }

  /** Sends `{"data": …}`, uncacheable. */
  sendData(data: unknown, status = 200): void {
    this.response.setHeader('Cache-Control', 'no-store');
    this.send(status, JSON_CONTENT_TYPE, JSON.stringify({ data }));
  }

  sendEmpty(status: number): void {
    if (this.hasBody && !this.request.complete) discardBody(this.request);
    this.response.statusCode = status;
    this.response.end();
  }

  /** @param location an absolute URL. The default, 303, makes the browser follow with GET. */
  redirect(location: string, status: 302 | 303 = 303): void {
    this.response.setHeader('Cache-Control', 'no-store');
    this.response.setHeader('Location', location);
    this.sendEmpty(status);
  }
}
