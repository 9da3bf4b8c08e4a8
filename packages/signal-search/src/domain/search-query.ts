import {
  fieldOf,
  FILTER_PARAMETERS,
  IDENTIFIER_PARAMETERS,
  SEARCH_PARAMETERS,
  type FacetName,
  type FilterParameter,
  type SignalField,
} from '@heliograph/contract';
import { search } from '@heliograph/proto';
import type { NamedIdentifiers } from './identifiers';
import type { CursorPosition } from './cursor';
import { ParameterReader } from './parameter-reader';
import type { Query } from './query-string';
import { readKeywordCursor, readSemanticCursor, type Cursors } from './read-cursor';
import type { SemanticCursor } from './semantic-cursor';

/** A parsed query of `GET /signals`. Valid only without issues. */
export interface SearchQuery {
  filters: search.Filters;
  limit: number;
  /** 1-based. */
  page: number;
  /** Where a keyword search continues. */
  after: CursorPosition | undefined;
  /** Each signal's fields besides its id; empty means all. */
  fields: SignalField[];
  /** Whether to return which terms each signal's title contains, and where. */
  matched: boolean;
  countOnly: boolean;
  /** The facets of a count. */
  facets: FacetName[];
  /** The text to rank by meaning; '' in keyword mode. */
  semantic: string;
  /** Where a semantic search continues. */
  continuation: SemanticCursor | undefined;
  /** The codecs that create the next page's cursor. */
  cursors: Cursors;
  /** Identifiers that must be filter options; undefined if there are none. */
  identifiers: NamedIdentifiers | undefined;
}

interface SearchQueryContext {
  /** The searching account's codecs. */
  cursors: Cursors;
  /** `YYYY-MM-DD`; the earliest date that `dateFrom` and `dateTo` support. */
  earliestActivityDate: string;
  /** Epoch milliseconds, for the expiry of cursors. */
  nowMs: number;
}

/** The protobuf field of each filter; a missing one does not compile. */
const FIELDS = FILTER_PARAMETERS.map((name): [FilterParameter, keyof search.Filters] => [
  name,
  fieldOf(name),
]);

/**
 * Converts the parameters of `GET /signals` to filters and paging, adding every issue to `query.issues`. The caller
 * checks whether the identifiers are filter options, because they may have to be fetched.
 *
 * `limit`, `page`, `cursor`, and `fields` are also checked in a count, but have no effect there: a count has no pages.
 */
export function readSearchQuery(query: Query, context: SearchQueryContext): SearchQuery {
  const reader = new ParameterReader(query.values, query.issues);
  const filters = readFilters(reader, context.earliestActivityDate);
  const result: SearchQuery = {
    filters,
    limit: reader.read('limit') ?? SEARCH_PARAMETERS.limit.default,
    page: reader.read('page') ?? SEARCH_PARAMETERS.page.minimum,
    after: undefined,
    fields: (reader.read('fields') ?? []) as SignalField[],
    matched: reader.read('matched') ?? false,
    countOnly: reader.read('countOnly') ?? false,
    facets: (reader.read('facets') ?? []) as FacetName[],
    semantic: reader.read('semantic') ?? '',
    continuation: undefined,
    cursors: context.cursors,
    identifiers: identifiersOf(filters),
  };
  if (reader.has('facets') && !result.countOnly) reader.issue('facets', 'needs countOnly=true');
  if (result.matched && result.countOnly) reader.issue('matched', 'cannot be combined with countOnly=true');
  if (reader.has('semantic')) refuseKeywordOnly(reader, result);
  else if (reader.has('cursor') && reader.has('page')) reader.issue('page', 'cannot be combined with cursor');
  readCursor(reader, result, query, context);
  return result;
}

/** Parses a query's filters and words, without paging and fields, adding every issue to `query.issues`. */
export function readFilterQuery(
  query: Query,
  earliestActivityDate: string,
): Pick<SearchQuery, 'filters' | 'identifiers'> {
  const reader = new ParameterReader(query.values, query.issues);
  const filters = readFilters(reader, earliestActivityDate);
  return { filters, identifiers: identifiersOf(filters) };
}

/** Parses the filters. @param earliest as in {@link readSearchQuery}. */
export function readFilters(reader: ParameterReader, earliest: string): search.Filters {
  const filters = search.Filters.create();
  for (const [name, field] of FIELDS) {
    const value = reader.read(name);
    if (value !== undefined) Object.assign(filters, { [field]: value });
  }
  checkDates(filters, reader, earliest);
  checkFunding(filters, reader);
  return filters;
}

/** The identifiers in the filters; undefined if there are none. */
export function identifiersOf(filters: search.Filters): NamedIdentifiers | undefined {
  const entries = IDENTIFIER_PARAMETERS.map((name) => [name, filters[fieldOf(name)]] as const);
  if (entries.every(([, identifiers]) => identifiers.length === 0)) return undefined;
  return Object.fromEntries(entries) as unknown as NamedIdentifiers;
}

/** Without a start date, the earliest supported one applies. */
function checkDates(filters: search.Filters, reader: ParameterReader, earliest: string): void {
  const { dateFrom, dateTo } = filters;
  if (dateFrom !== '' && dateFrom < earliest) reader.issue('dateFrom', `must not be before ${earliest}`);
  if (dateTo !== '' && dateTo < earliest) reader.issue('dateTo', `must not be before ${earliest}`);
  if (dateFrom !== '' && dateTo !== '' && dateFrom > dateTo) {
    reader.issue('dateFrom', 'must not be after dateTo');
  }
  if (dateFrom === '' && dateTo !== '') filters.dateFrom = earliest;
}

function checkFunding({ fundingMin, fundingMax }: search.Filters, reader: ParameterReader): void {
  if (fundingMin !== undefined && fundingMax !== undefined && fundingMin > fundingMax) {
    reader.issue('fundingMin', 'must not be more than fundingMax');
  }
}

/** Semantic mode has no page numbers, restriction to ids, counts, or matches (docs/published-interface.md, 3.6). */
function refuseKeywordOnly(reader: ParameterReader, { countOnly, matched }: SearchQuery): void {
  if (reader.has('page')) reader.issue('page', 'is not supported together with semantic');
  if (reader.has('ids')) reader.issue('ids', 'is not supported together with semantic');
  if (countOnly) reader.issue('countOnly', 'is not supported together with semantic');
  if (matched) reader.issue('matched', 'is not supported together with semantic');
}

/** Adds where to continue. Must run last: parameters with an issue are not compared with the cursor's. */
function readCursor(
  reader: ParameterReader,
  result: SearchQuery,
  { issues }: Query,
  { cursors, nowMs }: SearchQueryContext,
): void {
  const text = reader.read('cursor');
  if (text === undefined) return;
  const invalid = new Set(issues.map(({ parameter }) => parameter));
  const search = { ...result, isInvalid: (parameter: string) => invalid.has(parameter) };
  // With `semantic`, even an invalid one, the cursor is not one of keyword search.
  if (reader.has('semantic')) {
    const read = readSemanticCursor(text, search, cursors, nowMs);
    if ('found' in read) result.continuation = read.found;
    else reader.issue('cursor', read.issue.message, read.issue);
  } else {
    const read = readKeywordCursor(text, search, cursors);
    if ('found' in read) result.after = read.found;
    else reader.issue('cursor', read.issue.message, read.issue);
  }
}
