import type { FacetName, FilterOption, SemanticSearch, Signal, Suggestion } from '@heliograph/contract';
import type { Allowance } from './overview';
import type { Dollars } from './problem';

/** A signal as the data API returns it; absent values are omitted. */
export type Activity = Signal;

/**
 * `GET /activities` takes the parameters of the data API's `GET /signals` and responds as it does. A request with words
 * or a meaning (`q`, `all`, `any`, `exact`, `searchGroups`, `company`, `semantic`) and without `cursor` is a search;
 * everything else is browsing. The same words again in the same month (a reload, a copied link, another device, another
 * filter, a count, a `page` by number) are the same search, counted once. Beyond the month's searches, each page takes
 * its records from the prepaid balance, once, if the account opted in; {@link RECORDS_CONSUMED_HEADER} says how many.
 */
export interface ActivityPage {
  items: Activity[];
  nextCursor: string | null;
  search?: SemanticSearch;
}

/** The response with `countOnly=true`, including the requested facets. */
export interface ActivityCount {
  total: number;
  facets?: { [Name in FacetName]?: Facet };
}

/** How many activities match each value of a filter. */
export interface Facet {
  values: { value: string; label: string; count: number }[];
  more: boolean;
}

/**
 * Request header of anything that counts as a search: `true` if the user agreed this month to pay from the balance.
 * Without it, only free requests are answered; the rest fail with `insufficient_records`.
 */
export const PAYMENT_AGREED_HEADER = 'X-Payment-Agreed';

/** Response header of `GET /activities`: records paid from the balance for this page. */
export const RECORDS_CONSUMED_HEADER = 'X-Records-Consumed';

/**
 * Response headers of `GET /activities`: this UTC month's searches. `X-Searches-Remaining` is "unlimited" for paid
 * accounts.
 */
export const SEARCHES_USED_HEADER = 'X-Searches-Used';
export const SEARCHES_REMAINING_HEADER = 'X-Searches-Remaining';

/** `GET /activities/searches`; null means unlimited. */
export interface SearchesLeft {
  web: Allowance | null;
  /** Whether the prepaid balance pays for searches beyond these, and how many records it covers. */
  prepaid: { isChosen: boolean; records: number; pricePerRecord: Dollars };
}

/**
 * `GET /activities/suggest` takes `kind`, `prefix`, and `limit` and responds as the data API does; it does not count as
 * a search.
 */
export interface Suggestions {
  items: Suggestion[];
}

/** One value of a filter. */
export type Option = FilterOption;

/** `GET /activities/companies/{slug}` and `GET /activities/filter-options` (ETag) respond as the data API does. */
export type { Company, FilterOptions } from '@heliograph/contract';

/** A company whose activities are close in meaning to another company's, with its closest activities. */
export interface RelatedCompany {
  slug: string;
  name: string;
  nearest: Pick<Activity, 'id' | 'title' | 'category'>;
}

/**
 * `GET /activities/companies/{slug}/related`, nearest first; null: semantic search is unavailable. Does not count as a
 * search.
 */
export interface RelatedCompanies {
  items: RelatedCompany[] | null;
}

/** `GET /sample/search?q=`, for visitors: the newest few matches in the test keys' corpus, and the total. */
export interface SampleSearch {
  items: Activity[];
  total: number;
}
