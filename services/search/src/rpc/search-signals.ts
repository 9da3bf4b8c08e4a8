import type { search } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { fieldsOf } from './fields';
import { requireLimit } from './limit';

/**
 * A page of items as serialized JSON. The gateway checked the bounds; they are checked again here, because they bound
 * the work.
 *
 * @throws ServiceError `invalid_parameter`, `rate_limited`, `unavailable`.
 */
export async function searchSignals(
  context: CorpusContext,
  request: search.SearchRequest,
  call: CallContext,
): Promise<search.SearchResponse> {
  const { filters = {}, limit, matched } = request;
  requireLimit(limit);
  const shape = { fields: fieldsOf(request.fields), matched };
  const page = { after: request.after, page: request.page, limit };
  const { itemsJson, itemCount, next } = await context.engine.search(filters, page, shape, call);
  return { itemsJson, itemCount, next: next ?? undefined };
}
