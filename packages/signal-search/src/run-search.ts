import { ledger } from '@heliograph/proto';
import { askSearch, type SearchCaller, type SearchEnvironment } from './ask-search';
import { digestOfFilters } from './domain/filters-digest';
import type { SearchQuery } from './domain/search-query';
import { findNearest } from './find-nearest';
import { labeled } from './records/facets';
import { PAGE_START, type SearchResponse } from './search-response';

const LAST_PAGE_END = Buffer.from(',"nextCursor":null}}');

/**
 * Runs a search in its query's mode.
 *
 * @param query free of issues.
 * @throws ServiceError `semantic_unavailable` or `unavailable`.
 */
export function runSearch(
  environment: SearchEnvironment,
  caller: SearchCaller,
  query: SearchQuery,
): Promise<SearchResponse> {
  if (query.semantic !== '') return findNearest(environment, caller, query);
  return query.countOnly ? count(environment, caller, query) : findPage(environment, caller, query);
}

async function findPage(
  environment: SearchEnvironment,
  caller: SearchCaller,
  { filters, after, page, limit, fields, matched, cursors }: SearchQuery,
): Promise<SearchResponse> {
  const found = await askSearch(environment, caller, (client, call) =>
    client.search({ filters, after, page, limit, fields, matched }, call),
  );
  const end = found.next
    ? Buffer.from(
        `,"nextCursor":"${cursors.keyword.encode({ position: found.next, digest: digestOfFilters(filters) })}"}}`,
      )
    : LAST_PAGE_END;
  return {
    body: Buffer.concat([PAGE_START, found.itemsJson, end]),
    records: found.itemCount,
    mode: ledger.Mode.KEYWORD,
  };
}

async function count(
  environment: SearchEnvironment,
  caller: SearchCaller,
  { filters, facets: names }: SearchQuery,
): Promise<SearchResponse> {
  const { total, facets } = await askSearch(environment, caller, (client, call) =>
    client.count({ filters, facets: names }, call),
  );
  // A number, because JSON has no bigint: far fewer signals than 2^53 fit in memory.
  const data = {
    total: Number(total),
    ...(names.length > 0 && { facets: await labeled(environment, caller, facets) }),
  };
  return { body: Buffer.from(JSON.stringify({ data })), records: 0, mode: ledger.Mode.COUNT };
}
