import { onDatabase } from '@heliograph/postgres';
import type { search } from '@heliograph/proto';
import type { Context } from '../context';
import { toSearchQuery } from './convert';

/**
 * The exact number of matches.
 *
 * @throws ServiceError `unavailable`.
 */
export async function count(context: Context, request: search.CountRequest): Promise<search.CountResponse> {
  const query = toSearchQuery(request.filters);
  return { total: BigInt(await onDatabase(() => context.store.count(query))) };
}
