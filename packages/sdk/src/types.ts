import type { components } from './generated/openapi.ts';
import type { ResponseMeta } from './meta.ts';

type Schemas = components['schemas'];

/**
 * A published activity of a company. Absent values are left out.
 *
 * @interface
 */
export type Signal = Schemas['Signal'];

/** The name of a field of a signal. */
export type SignalField = keyof Signal;

/** A signal with the fields that were chosen: all without a choice. */
export type SelectedSignal<Field extends SignalField = SignalField> = SignalField extends Field
  ? Signal
  : Pick<Signal, Field | 'id' | 'matched'>;

/**
 * Where a title holds a term of the search. Offsets count Unicode code points: `Array.from(title).slice(start, end)`.
 *
 * @interface
 */
export type Match = Schemas['Match'];

/**
 * A company. Absent values are left out.
 *
 * @interface
 */
export type Company = Schemas['Company'];

/** The name of a field of a company. */
export type CompanyField = keyof Company;

/** A company with the fields that were chosen: all without a choice. */
export type SelectedCompany<Field extends CompanyField = CompanyField> = CompanyField extends Field
  ? Company
  : Pick<Company, Field | 'slug'>;

/**
 * What a semantic search was answered from.
 *
 * @interface
 */
export type SemanticSearch = Schemas['SemanticSearch'];

/**
 * The identifiers and values that filters take.
 *
 * @interface
 */
export type FilterOptions = Schemas['FilterOptionsAnswer']['data'];

/**
 * One value of a filter: `id` is what to filter by, `label` the same in words for people.
 *
 * @interface
 */
export type FilterOption = Schemas['FilterOption'];

/**
 * Usage of a UTC month, and what is left now.
 *
 * @interface
 */
export type Usage = Schemas['UsageAnswer']['data'];

/**
 * What a count consists of, by facet. Counts leave out the facet's own filter.
 *
 * @interface
 */
export type Facets = NonNullable<Schemas['SearchTotal']['data']['facets']>;

/**
 * A value of a filter whose name holds what was typed.
 *
 * @interface
 */
export type Suggestion = Schemas['Suggestion'];

/**
 * A company that may be meant. Absent values are left out.
 *
 * @interface
 */
export type IdentifiedCompany = Schemas['IdentifiedCompany'];

/**
 * A search that is kept. Absent values are left out.
 *
 * @interface
 */
export type SavedSearch = Omit<Schemas['SavedSearch'], 'query'> & {
  /** Parameters of a search as a URL has them. */
  query: Record<string, string>;
};

/** A receipt of a charge: a link of the account's chain. */
export type Receipt = Schemas['Receipt'];

/**
 * Something that was sent to a webhook, or will be. Absent values are left out.
 *
 * @interface
 */
export type Delivery = Schemas['Delivery'];

export interface SavedSearchAnswer {
  savedSearch: SavedSearch;
  meta: ResponseMeta;
}

export interface DeliveryAnswer {
  delivery: Delivery;
  meta: ResponseMeta;
}

export interface DeliveryPage {
  /** Newest first. */
  items: Delivery[];
  /** Pass it on as `cursor`. Null on the last page. */
  nextCursor: string | null;
  meta: ResponseMeta;
}

/** What happened to a signal, and what it is now; of one that was withdrawn only `id` is left. */
export type Change<Field extends SignalField = SignalField> =
  | { change: 'published' | 'updated'; at: string; signal: SelectedSignal<Field> }
  | { change: 'withdrawn'; at: string; signal: Pick<Signal, 'id'> };

/** The next changes of a feed. */
export interface ChangesPage<Field extends SignalField = SignalField> {
  items: Change<Field>[];
  /** Continues behind this page, also behind an empty one. It holds for 30 days. */
  nextCursor: string;
  /** Whether there was nothing beyond. */
  caughtUp: boolean;
  meta: ResponseMeta;
}

/** A page of signals. */
export interface SearchPage<Field extends SignalField = SignalField> {
  items: SelectedSignal<Field>[];
  /** Pass it on as `cursor`, with exactly the same filters. Null on the last page. */
  nextCursor: string | null;
  /** Semantic mode only. */
  search?: SemanticSearch;
  meta: ResponseMeta;
}

/** How many signals match. */
export interface Count {
  total: number;
  /** Those that were asked for. */
  facets?: Facets;
  meta: ResponseMeta;
}

export interface CompanyAnswer<Field extends CompanyField = CompanyField> {
  company: SelectedCompany<Field>;
  meta: ResponseMeta;
}

export interface SuggestionsAnswer {
  /** Those with the most published signals first; none without any. */
  items: Suggestion[];
  meta: ResponseMeta;
}

export interface IdentifyAnswer {
  /** Those with the most published signals first; empty when there is none. */
  items: IdentifiedCompany[];
  meta: ResponseMeta;
}

export interface FilterOptionsAnswer {
  options: FilterOptions;
  meta: ResponseMeta;
}

export interface UsageAnswer {
  usage: Usage;
  meta: ResponseMeta;
}

/** An answer as it came. */
export interface RawAnswer<Body> {
  status: number;
  headers: Headers;
  /** With its `data`; undefined for a 304. */
  body: Body;
  meta: ResponseMeta;
}
