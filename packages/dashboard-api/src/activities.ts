import type { FacetName, FilterOption, SemanticSearch, Signal, Suggestion } from '@heliograph/contract';
import type { Allowance } from './overview';
import type { Dollars } from './problem';

/** A signal, as the data API answers it; absent values are left out. */
export type Activity = Signal;

/**
 * `GET /activities` takes the parameters of the data API's `GET /signals` and answers as it does. A request with words or a
 * meaning to look for (`q`, `all`, `any`, `exact`, `searchGroups`, `company`, `semantic`) and without `cursor` is a search;
 * everything else is browsing. The same words again in the same month (a reload, a copied link, another device, another filter, a
 * count, a `page` by its number) are the same search, counted once. Beyond the month's searches each page takes the records that
 * it returns from the prepaid balance, once, if the account chose so; {@link RECORDS_CONSUMED_HEADER} says how many.
 */
export interface ActivityPage {
  items: Activity[];
  nextCursor: string | null;
  search?: SemanticSearch;
}

/** The same with `countOnly=true`, with the facets that were asked for. */
export interface ActivityCount {
  total: number;
  facets?: { [Name in FacetName]?: Facet };
}

/** How many activities each value of a filter would find. */
export interface Facet {
  values: { value: string; label: string; count: number }[];
  more: boolean;
}

/** Answer header of `GET /activities`: records that the balance paid for this page. */
export const RECORDS_CONSUMED_HEADER = 'X-Records-Consumed';

/** Answer headers of `GET /activities`: searches of this UTC month. `X-Searches-Remaining` is "unlimited" for paid accounts. */
export const SEARCHES_USED_HEADER = 'X-Searches-Used';
export const SEARCHES_REMAINING_HEADER = 'X-Searches-Remaining';

/** `GET /activities/searches`; null: unlimited. */
export interface SearchesLeft {
  web: Allowance | null;
  /** Whether the prepaid balance pays for searches beyond these, and for how many records it is enough. */
  prepaid: { isChosen: boolean; records: number; pricePerRecord: Dollars };
}

/** `GET /activities/suggest` takes `kind`, `prefix` and `limit` as the data API does and answers as it does; it counts as no search. */
export interface Suggestions {
  items: Suggestion[];
}

/** One value of a filter. */
export type Option = FilterOption;

/** `GET /activities/companies/{slug}` and `GET /activities/filter-options` (ETag) answer as the data API does. */
export type { Company, FilterOptions } from '@heliograph/contract';

/** A company of activities that are near in meaning to what another one is about, with the nearest of them. */
export interface RelatedCompany {
  slug: string;
  name: string;
  nearest: Pick<Activity, 'id' | 'title' | 'category'>;
}

/** `GET /activities/companies/{slug}/related`, nearest first; null: search by meaning is not available. It counts as no search. */
export interface RelatedCompanies {
  items: RelatedCompany[] | null;
}

/** `GET /sample/search?q=`, for visitors: of the corpus of test keys, the newest few and how many there are. */
export interface SampleSearch {
  items: Activity[];
  total: number;
}
