import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span, Tracing } from '@heliograph/runtime';

/** OpenTelemetry semantic conventions for HTTP, "HTTP server span": below it the request is at fault, not the server. */
const FIRST_SERVER_FAULT = 500;

/** One request and its answer, as far as spans tell of them. */
interface TracedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The W3C Trace Context of calls made for the request. */
  traceparent: string;
  /** Of the error that was answered. */
  readonly code: string;
  /** Whether something else than a success was answered. */
  readonly hasFailed: boolean;
}

/**
 * A span of one request, which calls made for it become children of. It names the route and not the path, and nothing of
 * the query or the headers but the request id.
 */
export function startRequestSpan(
  tracing: Tracing,
  exchange: TracedExchange,
  route: string | undefined,
): Span {
  const method = exchange.request.method ?? '';
  const span = tracing.startSpan({
    kind: 'server',
    name: route === undefined ? method : `${method} ${route}`,
    parent: exchange.traceparent,
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'url.scheme': 'http',
      'heliograph.request_id': exchange.requestId,
    },
  });
  exchange.traceparent = span.traceparent;
  return span;
}

/** Ends it with what was answered. */
export function endRequestSpan(span: Span, { response, code, hasFailed }: TracedExchange): void {
  const { statusCode } = response;
  span.end(
    { 'http.response.status_code': statusCode, ...(hasFailed && { 'error.type': code }) },
    statusCode >= FIRST_SERVER_FAULT,
  );
}
