import { errors } from '@opensearch-project/opensearch';
import { ServiceError, toServiceError } from '@heliograph/runtime';

/** HTTP status of a refusal; undefined when OpenSearch did not answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined;
}

/**
 * What OpenSearch's refusal, or silence, means to the caller. Its own text quotes the query: none of our errors
 * contains it, and so no log does.
 */
export function errorFromOpenSearch(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!(error instanceof errors.OpenSearchClientError)) return toServiceError(error);
  const status = statusOf(error);
  const cause = new Error(
    `OpenSearch: ${error.name}${status === undefined ? '' : ` ${status}, ${typeOf(error)}`}`,
  );
  if (status === 401 || status === 403) {
    return new ServiceError('unavailable', 'The search engine refuses the credentials of the service.', {
      cause,
    });
  }
  if (status === 400)
    return new ServiceError('internal', 'The search engine refuses the request.', { cause });
  return new ServiceError('unavailable', 'The search engine does not answer. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** Such as `index_not_found_exception`. */
function typeOf(error: unknown): string {
  const { body } = error as { body?: { error?: { type?: unknown } } };
  return String(body?.error?.type ?? 'no type');
}
