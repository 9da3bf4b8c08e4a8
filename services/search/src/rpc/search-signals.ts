import { onDatabase } from '@heliograph/postgres';
import type { search } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { toSearchQuery } from './convert';

const MAXIMUM_LIMIT = 50;

/**
 * A page of items as ready JSON. The gateway checked the bounds; they are held here again, since they bound the work.
 *
 * @throws ServiceError `invalid_parameter`, `unavailable`.
 */
export async function searchSignals(
  context: Context,
  request: search.SearchRequest,
): Promise<search.SearchResponse> {
  const { limit } = request;
  if (limit < 1 || limit > MAXIMUM_LIMIT) {
    throw new ServiceError('invalid_parameter', `limit must be from 1 to ${MAXIMUM_LIMIT}.`);
  }
  const query = toSearchQuery(request.filters);
  const page = { after: request.after, page: request.page > 1 ? request.page : undefined, limit };
  const { documents, next } = await onDatabase(() => context.store.search(query, page));
  return {
    itemsJson: Buffer.from(`[${documents.join(',')}]`),
    itemCount: documents.length,
    next: next ?? undefined,
  };
}
