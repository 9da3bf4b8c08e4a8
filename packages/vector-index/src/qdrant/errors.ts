import { ServiceError, toServiceError } from '@heliograph/runtime';

/** What Qdrant's failures and silence mean to the caller. Failures that Qdrant did not cause stay `internal`. */
export function errorFromQdrant(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = statusOf(error);
  if (status === 404) return new ServiceError('not_found', 'There is no such collection of vectors.');
  if (status === 400 || status === 422) {
    return new ServiceError('invalid_parameter', 'Qdrant refuses the request.', { cause: error });
  }
  if (status === 401 || status === 403) {
    return new ServiceError('unavailable', 'Qdrant refuses the API key: set QDRANT_API_KEY to a valid one.', {
      cause: error,
    });
  }
  if (status === undefined && !isLostConnection(error)) return toServiceError(error);
  return new ServiceError('unavailable', 'Qdrant cannot be reached, or does not answer in time.', {
    cause: error,
    retryAfterSeconds: 1,
  });
}

/** HTTP status; undefined when there was no response. */
export function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** What `fetch` rejects with when there is no response, or only the beginning of one. */
function isLostConnection(error: unknown): boolean {
  const { name, cause } = (error ?? {}) as { name?: unknown; cause?: unknown };
  return name === 'TimeoutError' || name === 'AbortError' || (name === 'TypeError' && cause !== undefined);
}
