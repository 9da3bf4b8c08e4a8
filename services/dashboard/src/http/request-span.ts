import type { Span, Tracing } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/** OpenTelemetry semantic conventions for HTTP, "HTTP server span": below it the request is at fault, not the server. */
const FIRST_SERVER_FAULT = 500;

/**
 * A span of one request, which calls made for it become children of. It names the route and not the path, and nothing of
 * the query or the headers but the request id.
 */
export function startRequestSpan(tracing: Tracing, exchange: Exchange, route: string | undefined): Span {
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
export function endRequestSpan(span: Span, { response, code, hasFailed }: Exchange): void {
  const { statusCode } = response;
  span.end(
    { 'http.response.status_code': statusCode, ...(hasFailed && { 'error.type': code }) },
    statusCode >= FIRST_SERVER_FAULT,
  );
}
