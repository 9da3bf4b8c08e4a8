import { ERRORS, type ErrorCode, type Issue } from '@heliograph/contract';

interface ServiceErrorOptions {
  /** What really happened; only for logs, never crosses a process boundary. */
  cause?: unknown;
  issues?: readonly Issue[];
  /** Whole seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  /** A status more specific than the code's (414, 421, 431), if HTTP has one; does not cross gRPC. */
  status?: number;
}

/**
 * The only error type that services throw deliberately: a stable code, a text for the API's caller, and an internal
 * cause. Crosses gRPC intact; the gateway and the dashboard render it as RFC 9457.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly publicText: string;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;
  /** The HTTP status: the code's by default. */
  readonly status: number;

  constructor(code: ErrorCode, publicText: string, options: ServiceErrorOptions = {}) {
    super(`${code}: ${publicText}`, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.publicText = publicText;
    this.issues = options.issues ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.status = options.status ?? ERRORS[code].status;
  }
}

/** Returns a ServiceError unchanged; anything else becomes `internal` with the original as its cause. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError
    ? error
    : new ServiceError('internal', 'An unexpected error occurred.', { cause: error });
}
