import { HeliographError } from './errors.ts';
import type { operations } from './generated/openapi.ts';
import type { SignalField } from './types.ts';
import { JSON_PARAMETERS, LIST_FILTERS, type TextList } from './generated/search-parameters.ts';

type Query = NonNullable<operations['searchSignals']['parameters']['query']>;

type Accepted<Name extends keyof Query> = Name extends TextList
  ? string | readonly string[]
  : Name extends 'days'
    ? '7' | '30' | '90' | 7 | 30 | 90
    : Name extends 'dateRanges'
      ? readonly ('7' | '30' | '90' | 'older' | 7 | 30 | 90)[] | string
      : Name extends 'searchGroups'
        ? SearchGroups
        : Name extends 'locations'
          ? readonly SearchLocation[]
          : Name extends 'industries'
            ? readonly string[]
            : NonNullable<Query[Name]> extends readonly (infer Item)[]
              ? readonly Item[] | string
              : Query[Name];

/** Terms searched together. */
export interface SearchGroup {
  /** `activity`: the terms must match within one title. `company`: in titles of the same company. */
  scope: 'activity' | 'company';
  /** Whether all terms must match, or any one. */
  match: 'and' | 'or';
  /** Words or phrases. */
  terms: readonly string[];
  /** Terms that must not match, within the scope. */
  exclude?: readonly string[];
}

/** Up to four groups with up to 30 terms in all. */
export interface SearchGroups {
  /** Whether all groups must match, or any one. */
  op: 'and' | 'or';
  groups: readonly SearchGroup[];
}

export interface SearchLocation {
  kind: 'country' | 'city';
  value: string;
  /** Narrows a city to one country. */
  country?: string;
}

/**
 * All search parameters, by their API names. Lists are arrays. Undefined parameters are omitted; an empty list in a
 * filter is an error.
 *
 * @interface
 */
export type SearchParameters = { [Name in keyof Query]?: Accepted<Name> | undefined };

/** Incompatible with `semantic`, which pages by cursor, ranks instead of looking up `ids`, and matches no terms. */
type KeywordOnly = 'ids' | 'page' | 'matched';

/** Either keyword search, or `semantic` without the keyword-only parameters. */
type ByWordsOrMeaning<Parameters extends { semantic?: string | undefined }> =
  | (Omit<Parameters, 'semantic'> & { semantic?: undefined })
  | (Omit<Parameters, 'semantic' | KeywordOnly> & { semantic: string } & {
      [Name in KeywordOnly]?: undefined;
    });

/** Parameters that request counts instead of signals. */
type Counting = 'countOnly' | 'facets';

/** Parameters that select parts of signals. */
export interface FieldsParameter<Field extends SignalField = SignalField> {
  /** Return only these fields of each signal, and its id. By default all; the price is the same. */
  fields?: readonly Field[] | undefined;
}

/** Parameters for one page of signals. `semantic` excludes `page`, `ids`, and `matched`. */
export type PageParameters = ByWordsOrMeaning<Omit<SearchParameters, Counting | 'fields'>> & FieldsParameter;

/** Parameters for iterating over pages. With `cursor`, iteration continues after that page. */
export type IterateParameters = ByWordsOrMeaning<Omit<SearchParameters, Counting | 'fields' | 'page'>> &
  FieldsParameter;

/** Parameters for a count. */
export type CountParameters = Omit<
  SearchParameters,
  'countOnly' | 'limit' | 'cursor' | 'page' | 'semantic' | 'fields' | 'matched'
>;

/**
 * Parameters for a feed of changes: search filters, and where to start. `cursor` and `since` are mutually exclusive.
 */
export type ChangesParameters = Omit<
  SearchParameters,
  'limit' | 'cursor' | 'page' | 'fields' | 'matched' | 'countOnly' | 'facets' | 'semantic'
> & {
  /** Changes per page, 1 to 100. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page, with exactly the same filters. */
  cursor?: string | undefined;
  /** At most 30 days ago. Without `since` or `cursor`, the feed starts now. */
  since?: string | Date | undefined;
  /** Long polling: seconds to hold the response while there are no changes, up to 30. */
  wait?: number | undefined;
} & FieldsParameter;

/**
 * The text typed so far.
 *
 * @interface
 */
export type SuggestParameters = operations['suggest']['parameters']['query'];

/** Identifies a company by `domain` (a host, a URL, or an email address) or by its full `name`. */
export type IdentifyParameters = { domain: string; name?: undefined } | { name: string; domain?: undefined };

/** Lists that select what to return; an empty one means the default. */
const LISTS_TO_RETURN: ReadonlySet<string> = new Set(['fields', 'facets']);

/**
 * Encodes parameters for the API: JSON parameters as JSON, other lists comma-separated, the rest as text.
 *
 * @throws HeliographError `invalid_parameter` when a filter's list is empty (`[]` or `''`) or has an empty item, or
 *   when an item of a comma-separated list contains a comma, which has no escape.
 */
export function encodeParameters(parameters: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...parameters })) {
    if (value === undefined || value === null) continue;
    query.set(name, encodeValue(name, value));
  }
  return query;
}

function encodeValue(name: string, value: unknown): string {
  // The API treats an empty value as absent: an empty filter would return, and charge for, everything.
  const isNone = Array.isArray(value) ? value.length === 0 : value === '' && LIST_FILTERS.has(name);
  if (isNone && !LISTS_TO_RETURN.has(name))
    throw invalid(name, 'is an empty list, which the API takes as no filter; leave it out if you mean that');
  // A list of only empty items, such as `''.split(',')`, would count as absent too.
  if (Array.isArray(value) && !LISTS_TO_RETURN.has(name) && value.some((item) => String(item).trim() === ''))
    throw invalid(name, 'has an empty item; leave it out');
  if (typeof value === 'object' && JSON_PARAMETERS.has(name)) return JSON.stringify(value);
  if (!Array.isArray(value)) return textOf(name, value);
  const items = value.map((item) => textOf(name, item));
  const divided = items.find((item) => item.includes(','));
  if (divided === undefined) return items.join(',');
  const remedy = name === 'companies' ? '; name a company by its slug' : '';
  throw invalid(name, `"${divided}" contains a comma, which separates the items of this list${remedy}`);
}

/** Dates of other libraries are objects too, but have a text of their own. */
function textOf(name: string, value: unknown): string {
  const text = String(value);
  const kind = /^\[object (.*)\]$/.exec(text)?.[1];
  if (typeof value !== 'object' || kind === undefined) return text;
  throw invalid(name, `has a value of type ${kind}; pass text or an array of texts`);
}

function invalid(parameter: string, message: string): HeliographError {
  return new HeliographError('invalid_parameter', `${parameter} ${message}.`, {
    errors: [{ parameter, message }],
  });
}
