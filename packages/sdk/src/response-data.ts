import { HeliographError } from './errors.ts';
import type { TransportResponse } from './transport.ts';

/**
 * A response's `data`.
 *
 * @throws HeliographError `unexpected_response` if it has none, so it is not from the API.
 */
export function dataOf<Data>(response: TransportResponse): Data {
  const data = (response.body as { data?: unknown } | null | undefined)?.data;
  if (typeof data === 'object' && data !== null) return data as Data;
  throw unexpectedResponse(response, 'data');
}

/**
 * The `data` of a response with a list.
 *
 * @throws HeliographError `unexpected_response` if it has none.
 */
export function pageOf<Data extends { items: readonly unknown[] }>(response: TransportResponse): Data {
  const data = dataOf<Data>(response);
  if (Array.isArray(data.items)) return data;
  throw unexpectedResponse(response, 'items');
}

/** The error for a successful response without what the API would have sent. */
export function unexpectedResponse({ status, meta }: TransportResponse, missing: string): HeliographError {
  return new HeliographError(
    'unexpected_response',
    `The response has no ${missing}: is it the API? Check baseUrl.`,
    {
      status,
      requestId: meta.requestId || undefined,
      idempotencyKey: meta.idempotencyKey,
      attempts: meta.attempts,
    },
  );
}
