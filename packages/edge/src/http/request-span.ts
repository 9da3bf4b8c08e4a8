import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span, Tracing } from '@heliograph/runtime';

/**
 * OpenTelemetry semantic conventions for HTTP, "HTTP server span": below this status, the client is at fault, not the
 * server.
 */
const FIRST_SERVER_ISSUE = 500;

/** The parts of a request and its response that spans describe. */
interface TracedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The W3C Trace Context of calls made for the request. */
  traceparent: string;
  /** The error response's code. */
  readonly code: string;
  /** Whether the response was not a success. */
  readonly hasFailed: boolean;
}

/**
 * Starts a request's span, the parent of calls made for it. It records the route instead of the path, and none of the
 * query and headers but the request id.
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

/** Ends the span with the response's status. */
export function endRequestSpan(span: Span, { response, code, hasFailed }: TracedExchange): void {
  const { statusCode } = response;
  span.end(
    { 'http.response.status_code': statusCode, ...(hasFailed && { 'error.type': code }) },
    statusCode >= FIRST_SERVER_ISSUE,
  );
}
