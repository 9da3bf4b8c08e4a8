import type { search } from '@heliograph/proto';
import { namesIdentifiers, type NamedIdentifiers } from './catalogue';
import type { CursorPosition } from './cursor';
import { readIndustries, readLocations, readSearchGroups } from './json-filters';
import { ParameterReader } from './parameter-reader';
import type { Query } from './query-string';
import { readKeywordCursor, readSemanticCursor, type Cursors } from './read-cursor';
import type { SemanticCursor } from './semantic-cursor';

/** What a query of `GET /signals` asks for. Only good when there are no faults. */
export interface SearchQuery {
  filters: search.Filters;
  limit: number;
  /** 1-based. */
  page: number;
  /** Where a keyword search is continued. */
  after: CursorPosition | undefined;
  countOnly: boolean;
  /** The text to rank by meaning; '' in keyword mode. */
  semantic: string;
  /** How a semantic search is continued. */
  continuation: SemanticCursor | undefined;
  /** Makes the cursor of the next page. */
  cursors: Cursors;
  /** What has to be in the catalogue; undefined when nothing has. */
  identifiers: NamedIdentifiers | undefined;
}

export interface SearchQueryContext {
  /** Those of whoever searches. */
  cursors: Cursors;
  /** `YYYY-MM-DD`; with `dateFrom` or `dateTo` no date before this one is supported. */
  earliestActivityDate: string;
  /** Epoch milliseconds, for the expiry of cursors. */
  nowMs: number;
}

/**
 * Turns the parameters of `GET /signals` into filters and paging, adding every fault to `query.faults`. Whether
 * identifiers are in the catalogue is left to the caller, since it may have to be asked for.
 *
 * `limit`, `page` and `cursor` are checked in a count as well, but a count has no pages and so they change nothing.
 */
export function readSearchQuery(query: Query, context: SearchQueryContext): SearchQuery {
  const reader = new ParameterReader(query.values, query.faults);
  const report = (name: string) => (message: string) => reader.fault(name, message);
  const groups = reader.json('searchGroups');
  const locations = reader.json('locations');
  const industries = reader.json('industries');
  const identifiers: NamedIdentifiers = {
    category: reader.list('category'),
    hiringState: reader.list('hiringState'),
    hiringFunction: reader.list('hiringFunction'),
    hiringSeniority: reader.list('hiringSeniority'),
    hiringEmployment: reader.list('hiringEmployment'),
    hiringWorkArrangement: reader.list('hiringWorkArrangement'),
    fundingStage: reader.list('fundingStage'),
  };
  const filters: search.Filters = {
    q: reader.text('q'),
    all: reader.text('all'),
    exact: reader.text('exact'),
    any: reader.text('any'),
    exclude: reader.text('exclude'),
    searchGroups: groups === undefined ? undefined : readSearchGroups(groups, report('searchGroups')),
    company: reader.text('company'),
    companySlug: reader.text('companySlug'),
    companies: reader.list('companies'),
    country: reader.text('country'),
    locations: locations === undefined ? [] : readLocations(locations, report('locations')),
    industry: reader.text('industry'),
    industries: industries === undefined ? [] : readIndustries(industries, report('industries')),
    size: reader.choice('size'),
    days: Number(reader.choice('days')),
    dateRanges: reader.list('dateRanges'),
    ...readDates(reader, context.earliestActivityDate),
    categories: identifiers.category as string[],
    hiringTypes: identifiers.hiringState as string[],
    hiringFunctions: identifiers.hiringFunction as string[],
    hiringSeniorities: identifiers.hiringSeniority as string[],
    hiringEmploymentTypes: identifiers.hiringEmployment as string[],
    hiringWorkArrangements: identifiers.hiringWorkArrangement as string[],
    fundingStages: identifiers.fundingStage as string[],
    fundingCurrency: reader.choice('fundingCurrency'),
    ...readFunding(reader),
    ids: reader.list('ids'),
    activityIds: reader.list('activityIds'),
  };
  const semantic = reader.text('semantic');
  const result: SearchQuery = {
    filters,
    limit: reader.integer('limit'),
    page: reader.integer('page'),
    after: undefined,
    countOnly: reader.flag('countOnly'),
    semantic,
    continuation: undefined,
    cursors: context.cursors,
    identifiers: namesIdentifiers(identifiers) ? identifiers : undefined,
  };
  if (reader.has('semantic')) refuseKeywordOnly(reader, result.countOnly);
  else if (reader.has('cursor') && reader.has('page')) reader.fault('page', 'cannot be combined with cursor');
  readCursor(reader, result, query, context);
  return result;
}

function readDates(reader: ParameterReader, earliest: string): { dateFrom: string; dateTo: string } {
  const dateFrom = reader.date('dateFrom');
  const dateTo = reader.date('dateTo');
  if (dateFrom !== '' && dateFrom < earliest) reader.fault('dateFrom', `must not be before ${earliest}`);
  if (dateTo !== '' && dateTo < earliest) reader.fault('dateTo', `must not be before ${earliest}`);
  if (dateFrom !== '' && dateTo !== '' && dateFrom > dateTo) {
    reader.fault('dateFrom', 'must not be after dateTo');
  }
  return { dateFrom: dateFrom === '' && dateTo !== '' ? earliest : dateFrom, dateTo };
}

function readFunding(reader: ParameterReader): { fundingMin?: number; fundingMax?: number } {
  const fundingMin = reader.amount('fundingMin');
  const fundingMax = reader.amount('fundingMax');
  if (fundingMin !== undefined && fundingMax !== undefined && fundingMin > fundingMax) {
    reader.fault('fundingMin', 'must not be more than fundingMax');
  }
  return { fundingMin, fundingMax };
}

/** Semantic mode has no pages by number, no restriction to ids and no counts (published interface, rule 6). */
function refuseKeywordOnly(reader: ParameterReader, countOnly: boolean): void {
  if (reader.has('page')) reader.fault('page', 'is not supported together with semantic');
  if (reader.has('ids')) reader.fault('ids', 'is not supported together with semantic');
  if (countOnly) reader.fault('countOnly', 'is not supported together with semantic');
}

/** Adds where to continue. Must come last: a parameter with a fault is not compared with what the cursor was made for. */
function readCursor(
  reader: ParameterReader,
  result: SearchQuery,
  { faults }: Query,
  { cursors, nowMs }: SearchQueryContext,
): void {
  const text = reader.text('cursor');
  if (text === '') return;
  const faulty = new Set(faults.map(({ parameter }) => parameter));
  const search = { ...result, isFaulty: (parameter: string) => faulty.has(parameter) };
  // A faulty text to rank by is one all the same: the cursor is not to be taken for one of keyword search.
  if (reader.has('semantic')) {
    const read = readSemanticCursor(text, search, cursors, nowMs);
    if ('found' in read) result.continuation = read.found;
    else reader.fault('cursor', read.fault.message, read.fault.code);
  } else {
    const read = readKeywordCursor(text, search, cursors);
    if ('found' in read) result.after = read.found;
    else reader.fault('cursor', read.fault.message, read.fault.code);
  }
}
