import type { components } from './generated/openapi.ts';
import type { ResponseMeta } from './meta.ts';

type Schemas = components['schemas'];

/**
 * A published company activity. Absent values are omitted.
 *
 * @interface
 */
export type Signal = Schemas['Signal'];

/** A field name of a signal. */
export type SignalField = keyof Signal;

/** A signal with the selected fields; all by default. */
export type SelectedSignal<Field extends SignalField = SignalField> = SignalField extends Field
  ? Signal
  : Pick<Signal, Field | 'id' | 'matched'>;

/**
 * Where a title contains a search term. Offsets count Unicode code points: `Array.from(title).slice(start, end)`.
 *
 * @interface
 */
export type Match = Schemas['Match'];

/**
 * A company. Absent values are omitted.
 *
 * @interface
 */
export type Company = Schemas['Company'];

/** A field name of a company. */
export type CompanyField = keyof Company;

/** A company with the selected fields; all by default. */
export type SelectedCompany<Field extends CompanyField = CompanyField> = CompanyField extends Field
  ? Company
  : Pick<Company, Field | 'slug'>;

/**
 * How a semantic search was ranked.
 *
 * @interface
 */
export type SemanticSearch = Schemas['SemanticSearch'];

/**
 * The identifiers and values that filters accept.
 *
 * @interface
 */
export type FilterOptions = Schemas['FilterOptionsResponse']['data'];

/**
 * One value of a filter: filter by `id`, show `label`.
 *
 * @interface
 */
export type FilterOption = Schemas['FilterOption'];

/**
 * Usage in a UTC month, and what is left now.
 *
 * @interface
 */
export type Usage = Schemas['UsageResponse']['data'];

/**
 * A count broken down by facet. Counts ignore the facet's own filter.
 *
 * @interface
 */
export type Facets = NonNullable<Schemas['SearchTotal']['data']['facets']>;

/**
 * A filter value whose name contains the typed text.
 *
 * @interface
 */
export type Suggestion = Schemas['Suggestion'];

/**
 * A matching company. Absent values are omitted.
 *
 * @interface
 */
export type IdentifiedCompany = Schemas['IdentifiedCompany'];

/**
 * A saved search. Absent values are omitted.
 *
 * @interface
 */
export type SavedSearch = Omit<Schemas['SavedSearch'], 'query'> & {
  /** Search parameters, encoded as in a URL. */
  query: Record<string, string>;
};

/** A receipt for a charge: one link in the account's hash chain. */
export type Receipt = Schemas['Receipt'];

/**
 * An event sent, or to be sent, to a webhook. Absent values are omitted.
 *
 * @interface
 */
export type Delivery = Schemas['Delivery'];

export interface SavedSearchResponse {
  savedSearch: SavedSearch;
  meta: ResponseMeta;
}

export interface DeliveryResponse {
  delivery: Delivery;
  meta: ResponseMeta;
}

export interface DeliveryPage {
  /** Newest first. */
  items: Delivery[];
  /** Pass it as `cursor`. Null on the last page. */
  nextCursor: string | null;
  meta: ResponseMeta;
}

/** What happened to a signal, and its current state; only `id` if it was withdrawn. */
export type Change<Field extends SignalField = SignalField> =
  | { change: 'published' | 'updated'; at: string; signal: SelectedSignal<Field> }
  | { change: 'withdrawn'; at: string; signal: Pick<Signal, 'id'> };

/** The next changes of a feed. */
export interface ChangesPage<Field extends SignalField = SignalField> {
  items: Change<Field>[];
  /** Continues after this page, even if it is empty. Valid for 30 days. */
  nextCursor: string;
  /** Whether there are no more changes for now. */
  caughtUp: boolean;
  meta: ResponseMeta;
}

/** A page of signals. */
export interface SearchPage<Field extends SignalField = SignalField> {
  items: SelectedSignal<Field>[];
  /** Pass it as `cursor`, with exactly the same filters. Null on the last page. */
  nextCursor: string | null;
  /** Semantic mode only. */
  search?: SemanticSearch;
  meta: ResponseMeta;
}

/** How many signals match. */
export interface Count {
  total: number;
  /** The requested facets. */
  facets?: Facets;
  meta: ResponseMeta;
}

export interface CompanyResponse<Field extends CompanyField = CompanyField> {
  company: SelectedCompany<Field>;
  meta: ResponseMeta;
}

export interface SuggestionsResponse {
  /** Sorted by number of published signals, descending; suggestions without any are left out. */
  items: Suggestion[];
  meta: ResponseMeta;
}

export interface IdentifyResponse {
  /** Sorted by number of published signals, descending; empty if nothing matches. */
  items: IdentifiedCompany[];
  meta: ResponseMeta;
}

export interface FilterOptionsResponse {
  options: FilterOptions;
  meta: ResponseMeta;
}

export interface UsageResponse {
  usage: Usage;
  meta: ResponseMeta;
}

/** A response as received. */
export interface RawResponse<Body> {
  status: number;
  headers: Headers;
  /** The full body, including `data`; undefined for a 304. */
  body: Body;
  meta: ResponseMeta;
}
