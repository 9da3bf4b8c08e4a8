import type { Size } from '@heliograph/catalog';

export type Operator = 'and' | 'or';

/** One group of `searchGroups`. */
export interface SearchGroup {
  scope: 'activity' | 'company';
  match: Operator;
  terms: string[];
  exclude: string[];
}

export interface SearchGroups {
  op: Operator;
  groups: SearchGroup[];
}

export type LocationFilter =
  { kind: 'country'; value: string } | { kind: 'city'; value: string; country?: string };

export type DateRange = '7' | '30' | '90' | 'older';

/**
 * The filters of a keyword search. They combine with AND; an absent one, or an empty list, puts no constraint. Bounds and formats were
 * checked before; text filters are still raw and are read here.
 */
export interface SearchQuery {
  q?: string;
  all?: string;
  exact?: string;
  any?: string;
  exclude?: string;
  searchGroups?: SearchGroups;
  company?: string;
  companySlug?: string;
  companies?: string[];
  country?: string;
  locations?: LocationFilter[];
  industry?: string;
  industries?: string[];
  size?: Size;
  /** 7, 30 or 90. */
  days?: number;
  dateRanges?: DateRange[];
  /** `YYYY-MM-DD`, inclusive. */
  dateFrom?: string;
  dateTo?: string;
  categories?: string[];
  hiringTypes?: string[];
  hiringFunctions?: string[];
  hiringSeniorities?: string[];
  hiringEmploymentTypes?: string[];
  hiringWorkArrangements?: string[];
  fundingStages?: string[];
  fundingCurrency?: string;
  fundingMin?: number;
  fundingMax?: number;
  /** Decimal digits. */
  ids?: string[];
  activityIds?: string[];
}

/** A place in the order: activity date descending, then id descending as a number. */
export interface Position {
  /** `YYYY-MM-DD` */
  activityDate: string;
  /** Decimal digits. */
  id: string;
}

/** Which part of the matches is wanted. `page` (1-based) and `after` exclude each other. */
export interface PageRequest {
  after?: Position;
  page?: number;
  /** 1 to 50. */
  limit: number;
}

export interface SearchPage {
  /** JSON text of each item, in order. */
  documents: string[];
  /** The place of the last item when there are more after it. */
  next: Position | null;
}
