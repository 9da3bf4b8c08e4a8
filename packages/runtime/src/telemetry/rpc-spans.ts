import { status } from '@grpc/grpc-js';
import { toServiceError } from '../errors/service-error';
import { grpcStatusOf } from '../rpc/failure';
import type { Span, SpanAttributes, SpanStart, Tracing } from './tracing';

/** Statuses that are the server's fault (OpenTelemetry semantic conventions for gRPC, "gRPC status"). */
const SERVER_ISSUES: ReadonlySet<status> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/**
 * Starts the span of one call, sent or served, alone or in a frame of several.
 *
 * @param path `/package.Service/Method`
 */
export function startCallSpan(
  tracing: Tracing,
  kind: SpanStart['kind'],
  path: string,
  call: { requestId: string; traceparent?: string },
): Span {
  const separator = path.lastIndexOf('/');
  const attributes: SpanAttributes = {
    'rpc.system': 'grpc',
    'rpc.service': path.slice(1, separator),
    'rpc.method': path.slice(separator + 1),
    'heliograph.request_id': call.requestId,
  };
  return tracing.startSpan({ kind, name: path.slice(1), parent: call.traceparent ?? '', attributes });
}

export function endCall(span: Span): void {
  span.end({ 'rpc.grpc.status_code': status.OK }, false);
}

/** @param error its code is recorded, but not its text, which may quote the request. */
export function endFailedCall(span: Span, kind: SpanStart['kind'], error: unknown): void {
  const { code } = toServiceError(error);
  const grpcStatus = grpcStatusOf(code);
  span.end(
    { 'rpc.grpc.status_code': grpcStatus, 'error.type': code },
    kind === 'client' || SERVER_ISSUES.has(grpcStatus),
  );
}
