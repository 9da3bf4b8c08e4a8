import type { JsonResponse } from './post-json';
import { ProviderFailure } from './provider-failure';
import { retryAfterMs } from '../../domain/retry-after';

/** Adapter to one vendor's API. */
export interface EmbeddingApi {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request for vectors of texts. */
  body(texts: readonly string[]): unknown;
  /**
   * The vectors, unchecked, in the order of the texts.
   *
   * @returns undefined when the response has another shape.
   */
  vectors(response: unknown): unknown[] | undefined;
  /** What an error response means, if the vendor's own code says more than the status. */
  failure(response: JsonResponse): ProviderFailure | undefined;
  /**
   * Drops request fields that some servers refuse.
   *
   * @returns a function that restores it; undefined when there is nothing to drop.
   */
  simplify?(): (() => void) | undefined;
}

/** What an error response means. */
export function failureOf(api: EmbeddingApi, response: JsonResponse, nowMs: number): ProviderFailure {
  const known = api.failure(response);
  if (known) return known;
  const { status } = response;
  const wait = retryAfterMs(response.headers.get('retry-after'), nowMs);
  if (status === 429) return new ProviderFailure('rate_limited', { status, retryAfterMs: wait });
  if (status === 401 || status === 403) return new ProviderFailure('key_refused', { status });
  if (status === 404) return new ProviderFailure('not_found', { status });
  // Some servers send 413 and 422 where others send 400: too many texts, or one too long.
  if (status === 400 || status === 413 || status === 422)
    return new ProviderFailure('request_refused', { status });
  if (status >= 300 && status < 400) return new ProviderFailure('redirected', { status });
  if (status >= 500 || status === 408)
    return new ProviderFailure('server_error', { status, retryAfterMs: wait });
  return new ProviderFailure('unexpected_status', { status });
}

/** A member of something that may not be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
