import { ServiceError } from '@heliograph/runtime';

/**
 * A provider's failure as the API returns it.
 *
 * @param text what an operator or a caller can do.
 * @param retryAfterSeconds undefined when waiting does not help.
 */
export function semanticUnavailable(text: string, cause: unknown, retryAfterSeconds?: number): ServiceError {
  return new ServiceError('semantic_unavailable', text, { cause, retryAfterSeconds });
}
