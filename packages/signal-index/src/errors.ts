import { errors } from '@opensearch-project/opensearch';
import { ServiceError, toServiceError } from '@heliograph/runtime';

const TOO_LARGE: ReadonlySet<unknown> = new Set(['too_many_nested_clauses', 'too_many_clauses']);

/** HTTP status of a refusal; undefined when OpenSearch did not answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined;
}

/**
 * What OpenSearch's refusal, or silence, means to the caller. Its own text quotes the query, so our errors, and with
 * them the logs, never contain it.
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
  if (isTooLarge(error)) {
    return new ServiceError(
      'invalid_parameter',
      'The search has more words and phrases than the search engine takes. Leave some out.',
      { cause },
    );
  }
  if (status === 400)
    return new ServiceError('internal', 'The search engine refuses the request.', { cause });
  return new ServiceError('unavailable', 'The search engine is not responding. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** OpenSearch counts the clauses of a whole query; it also reports too many as shard failures with status 500. */
function isTooLarge(error: unknown): boolean {
  const { body } = error as { body?: { error?: { root_cause?: readonly { type?: unknown }[] } } };
  return body?.error?.root_cause?.some(({ type }) => TOO_LARGE.has(type)) === true;
}

/** Such as `index_not_found_exception`. */
function typeOf(error: unknown): string {
  const { body } = error as { body?: { error?: { type?: unknown } } };
  return String(body?.error?.type ?? 'no type');
}
