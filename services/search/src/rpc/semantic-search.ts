import { CANDIDATE_LIMIT } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import type { SemanticRequest } from '../semantic/semantic-search';
import { fieldsOf } from './fields';
import { requireLimit } from './limit';

/** Expected nanoseconds of a semantic search, until its pace is measured. */
const SEMANTIC_COST = 20_000_000;
/** UTF-16 units: two for each of the 1,000 characters the gateway allows. The bound is checked again here. */
const MAXIMUM_TEXT_LENGTH = 2_000;

/**
 * A page of the signals nearest in meaning to a text, as serialized JSON. The gateway checked the bounds; those that
 * bound the work are checked again here.
 *
 * @throws ServiceError `invalid_parameter`, `semantic_unavailable`, `cursor_expired`, `rate_limited`, `unavailable`.
 */
export async function semanticSearch(
  { semantic, admission }: CorpusContext,
  request: search.SemanticSearchRequest,
  call: CallContext,
): Promise<search.SemanticSearchResponse> {
  requireLimit(request.limit);
  if (request.text === '' || request.text.length > MAXIMUM_TEXT_LENGTH) {
    throw new ServiceError('invalid_parameter', 'text is required, at most 2000 UTF-16 code units long.');
  }
  const asked = {
    text: request.text,
    filters: request.filters ?? {},
    limit: request.limit,
    fields: fieldsOf(request.fields),
    continuation: continuationOf(request),
  };
  const found = await admission.semantic(call, SEMANTIC_COST, () => semantic.search(asked, call));
  return {
    itemsJson: found.itemsJson,
    itemCount: found.itemCount,
    next: found.next ?? undefined,
    cutoff: { asOf: new Date(found.cutoff.asOfMs), ordinalBelow: found.cutoff.ordinalBelow },
    collection: found.collection,
    model: found.modelName,
    candidateLimit: CANDIDATE_LIMIT,
    poolSize: found.poolSize,
    matched: found.matched,
  };
}

function continuationOf({
  after,
  cutoff,
  collection,
}: search.SemanticSearchRequest): SemanticRequest['continuation'] {
  if (!after && !cutoff && collection === '') return undefined;
  if (!after || !cutoff?.asOf || collection === '') {
    throw new ServiceError('invalid_parameter', 'after, cutoff, and collection must be given together.');
  }
  return {
    after,
    cutoff: { asOfMs: cutoff.asOf.getTime(), ordinalBelow: cutoff.ordinalBelow },
    collection,
  };
}
