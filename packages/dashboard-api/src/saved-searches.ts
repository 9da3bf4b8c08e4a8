import type { Delivery, SavedSearch } from '@heliograph/contract';
import type { Activity } from './activities';
import type { Moment } from './problem';

export type { Delivery, DeliveryState, SavedSearch, SavedSearchState } from '@heliograph/contract';

/** One of `GET /saved-searches`. */
export interface ListedSearch extends SavedSearch {
  /** When the person who is signed in last looked at it; null when that was more than 31 days ago, or never. */
  lastVisitAt: Moment | null;
  /** How many activities were published since, or since it was saved; null while that cannot be said. */
  unseen: { count: number; more: boolean } | null;
}

/** `GET /saved-searches`: all of the account's, oldest first. */
export interface SavedSearchList {
  items: ListedSearch[];
  /** As many as there may be. */
  maximum: number;
}

/**
 * `POST /saved-searches` and `PATCH /saved-searches/{id}` take what the data API takes, and answer with a saved search as it does; the
 * secret of a webhook is in the answer that makes it, and in that of `POST …/rotate-secret`.
 */
export interface SavedSearchChange {
  name?: string;
  query?: Readonly<Record<string, string>>;
  webhook?: { url: string } | null;
  maxRecordsPerDay?: number | null;
}

/** `POST /saved-searches/{id}/visits`: notes that the person looks at it. What is new is what came since. */
export interface SavedSearchVisit {
  since: Moment;
}

/**
 * `GET /saved-searches/{id}/news?since=` or `?cursor=`: activities that match and were published since, oldest first, each as it is
 * now. With words in its query it counts as a search, as `GET /activities` with the same words does: once a month.
 */
export interface SavedSearchNews {
  items: Activity[];
  /** null when there is no more by now. */
  nextCursor: string | null;
}

/** `GET /saved-searches/{id}/deliveries?cursor=`: newest first, as the data API has them. */
export interface DeliveryList {
  items: Delivery[];
  nextCursor: string | null;
}

/** `POST /saved-searches/{id}/replay` takes `{"since": MOMENT}`. */
export interface ReplayAnswer {
  /** Deliveries that are sent again. */
  deliveries: number;
}
