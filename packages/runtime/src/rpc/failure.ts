import { Metadata, status, type ServiceError as GrpcError } from '@grpc/grpc-js';
import { errorRow, isErrorCode, type ErrorCode } from '@heliograph/contract';
import { rpc } from '@heliograph/proto';
import { ServiceError } from '../errors/service-error';
import { METADATA } from './call-context';
import { MAXIMUM_PAYLOAD_BYTES } from './limits';

/** The gRPC status, for tools that do not know our trailer. */
export function grpcStatusOf(code: ErrorCode): status {
  return status[(errorRow(code).grpc ?? 'INVALID_ARGUMENT') as keyof typeof status];
}

export function failureFromError(error: ServiceError): rpc.Failure {
  return {
    code: error.code,
    publicText: error.publicText,
    issues: [...error.issues],
    retryAfterSeconds: error.retryAfterSeconds,
  };
}

/** The error in a failure. A code that this version does not know, from a newer peer, becomes `internal`. */
export function errorFromFailure(failure: rpc.Failure): ServiceError {
  const code = isErrorCode(failure.code) ? failure.code : 'internal';
  return new ServiceError(code, failure.publicText, {
    issues: failure.issues,
    ...(failure.retryAfterSeconds && { retryAfterSeconds: failure.retryAfterSeconds }),
  });
}

/** Converts an error to grpc-js form: a status for tools, the whole failure in a binary trailer for our clients. */
export function grpcErrorFrom(error: ServiceError): Partial<GrpcError> {
  const metadata = new Metadata();
  metadata.set(METADATA.failure, Buffer.from(rpc.Failure.encode(failureFromError(error)).finish()));
  return { code: grpcStatusOf(error.code), details: error.publicText, metadata };
}

/** The typed error in a grpc-js error; a transport failure becomes `unavailable`, with the original as its cause. */
export function errorFromGrpc(error: GrpcError): ServiceError {
  const trailer = error.metadata?.get(METADATA.failure)[0];
  if (trailer instanceof Buffer) return errorFromFailure(rpc.Failure.decode(trailer));
  switch (error.code) {
    case status.UNAVAILABLE:
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return unavailable(error);
    case status.UNIMPLEMENTED:
      // From a peer of the previous version, while both are running.
      return unavailable(error);
    case status.INTERNAL:
      // From a stream that was cut; a peer's own `internal` has a trailer.
      return error.details.startsWith('Received RST_STREAM') ? unavailable(error) : unexpected(error);
    case status.RESOURCE_EXHAUSTED:
      // A message that is too large stays too large; other exhausted resources may recover.
      return error.details.includes('larger than max') ? responseTooLarge(error) : unavailable(error);
    default:
      return unexpected(error);
  }
}

function unexpected(cause: unknown): ServiceError {
  return new ServiceError('internal', 'An unexpected error occurred.', { cause });
}

/** The error for a response that no retry would make fit. */
export function responseTooLarge(cause?: unknown): ServiceError {
  return new ServiceError(
    'response_too_large',
    'The response is larger than this system can send: ask for fewer records with "limit".',
    { cause },
  );
}

/** @throws ServiceError `internal` if the request is too large: on a shared stream it would break everyone's calls. */
export function requireFittingRequest(method: string, { length }: Buffer): void {
  if (length <= MAXIMUM_PAYLOAD_BYTES) return;
  throw unexpected(`the request of ${method} has ${length} bytes, more than ${MAXIMUM_PAYLOAD_BYTES}`);
}

export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** The caller canceled the call and does not await a response. */
export class CallCancelled extends ServiceError {
  constructor() {
    super('unavailable', 'The client closed the connection.');
  }
}

/**
 * Whether a server refused a stream without reading it (HTTP/2's REFUSED_STREAM, RFC 9113, section 8.7) because it was
 * about to close the connection. What was sent had no effect and may be sent again. grpc-js retries once.
 */
export function wasRefused(error: unknown): boolean {
  const { code, details = '' } = error as Partial<GrpcError>;
  // The second, if Node.js reports the failed write before the stream's end.
  return (
    code === status.UNAVAILABLE && /^Stream refused by server$|^Write error: .*REFUSED_STREAM$/.test(details)
  );
}
