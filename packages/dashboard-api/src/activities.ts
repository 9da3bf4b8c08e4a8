import type { Allowance } from './overview';
import type { Dollars, Moment } from './problem';

/** A signal, as the data API answers it; absent values are left out. */
export interface Activity {
  id: string;
  title: string;
  activityUrl?: string;
  /** `YYYY-MM-DD` */
  activityDate: string;
  publishedAt: Moment;
  category: string;
  country?: string;
  city?: string;
  industries: string[];
  company: { slug: string; name: string };
  hiring?: {
    types?: string[];
    functions?: string[];
    seniorities?: string[];
    employmentTypes?: string[];
    workArrangements?: string[];
  };
  funding?: { stage?: string; amount?: number; currency?: string };
  similarity?: number;
}

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
  search?: { mode: 'semantic'; model: string; poolSize: number; matched: number; asOf: Moment };
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

export interface Option {
  id: string;
  label: string;
}

/** `GET /activities/filter-options` (ETag) */
export interface FilterOptions {
  categories: Option[];
  industries: Option[];
  hiring: {
    types: Option[];
    functions: Option[];
    seniorities: Option[];
    employmentTypes: Option[];
    workArrangements: Option[];
  };
  fundingStages: Option[];
  sizes: Option[];
  countries: Option[];
}

/** `GET /activities/companies/{slug}` */
export interface Company {
  slug: string;
  name: string;
  domain?: string;
  description?: string;
  country?: string;
  city?: string;
  industries: string[];
  employeeCount?: number;
  size?: string;
  signalCount: number;
  latestActivityDate?: string;
}
