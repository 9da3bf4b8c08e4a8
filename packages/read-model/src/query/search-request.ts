import type { search } from '@heliograph/proto';

/**
 * A search's filters as received. They combine with AND; an absent filter, an empty text or list, and 0 days are no
 * constraint. Bounds and formats are already checked; text filters are still raw and are parsed here.
 */
export type SignalFilters = Partial<search.Filters>;

/** A position in the order: activity date descending, then id descending as a number. */
export interface Position {
  /** `YYYY-MM-DD` */
  activityDate: string;
  /** Decimal digits. */
  id: string;
}

/** Which part of the matches to return. `page` (1-based) and `after` are mutually exclusive. */
export interface PageRequest {
  after?: Position;
  page?: number;
  /** 1 to 50. */
  limit: number;
}
