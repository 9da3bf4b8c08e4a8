import type { SemanticSearch } from '@heliograph/contract';
import { ledger, type search } from '@heliograph/proto';
import { askSearch, type SearchCaller, type SearchEnvironment } from './ask-search';
import { digestOfFilters } from './domain/filters-digest';
import type { SearchQuery } from './domain/search-query';
import { expiryOf } from './domain/semantic-cursor';
import { PAGE_START, type SearchResponse } from './search-response';

/**
 * What a response says about a semantic search (docs/published-interface.md, 2.3), and how much of the pool it covers.
 */
type SearchDetails = Omit<SemanticSearch, 'candidateLimit'> & { candidateLimit: number };

/** A page of the signals nearest in meaning to a text. Never falls back to keyword search. */
export async function findNearest(
  environment: SearchEnvironment,
  caller: SearchCaller,
  query: SearchQuery,
): Promise<SearchResponse> {
  const { semantic: text, filters, limit, fields, continuation, cursors } = query;
  const found = await askSearch(environment, caller, (client, call) =>
    client.semanticSearch({ text, filters, limit, fields, ...continuedFrom(continuation) }, call),
  );
  if (!found.cutoff?.asOf) throw new Error('the search service named no cut-off');
  const cutoff = { asOfMs: found.cutoff.asOf.getTime(), ordinalBelow: found.cutoff.ordinalBelow };
  const issuedAtMs = environment.clock();
  const nextCursor =
    found.next &&
    cursors.semantic.encode({
      queryDigest: cursors.semantic.digestOfQuery(text),
      filtersDigest: digestOfFilters(filters),
      limit,
      after: found.next,
      cutoff,
      collection: found.collection,
      issuedAtMs,
    });
  const details: SearchDetails = {
    mode: 'semantic',
    model: found.model,
    ranking: 'cosine_similarity',
    candidateLimit: found.candidateLimit,
    asOf: new Date(cutoff.asOfMs).toISOString(),
    cursorExpiresAt: new Date(expiryOf(issuedAtMs)).toISOString(),
    poolSize: found.poolSize,
    matched: found.matched,
  };
  const end = `,"nextCursor":${JSON.stringify(nextCursor ?? null)},"search":${JSON.stringify(details)}}}`;
  return {
    body: Buffer.concat([PAGE_START, found.itemsJson, Buffer.from(end)]),
    records: found.itemCount,
    mode: ledger.Mode.SEMANTIC,
  };
}

function continuedFrom(
  continuation: SearchQuery['continuation'],
): Pick<search.SemanticSearchRequest, 'after' | 'cutoff' | 'collection'> {
  if (!continuation) return { after: undefined, cutoff: undefined, collection: '' };
  const { after, cutoff, collection } = continuation;
  const { asOfMs, ordinalBelow } = cutoff;
  return { after, cutoff: { asOf: new Date(asOfMs), ordinalBelow }, collection };
}
