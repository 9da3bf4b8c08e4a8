import type { Delivery, DigestFrequency, SavedSearch } from '@heliograph/contract';
import type { Activity } from './activities';
import type { Moment } from './problem';

export type {
  Delivery,
  DeliveryState,
  DigestFrequency,
  SavedSearch,
  SavedSearchState,
} from '@heliograph/contract';

/** One of `GET /saved-searches`. */
export interface ListedSearch extends SavedSearch {
  /** When the signed-in user last looked at it; null if more than 31 days ago, or never. */
  lastVisitAt: Moment | null;
  /** How many activities were published since then, or since it was saved; null while unknown. */
  unseen: { count: number; more: boolean } | null;
}

/** `GET /saved-searches`: all of the account's, oldest first. */
export interface SavedSearchList {
  items: ListedSearch[];
  /** The maximum number. */
  maximum: number;
}

/**
 * `POST /saved-searches` and `PATCH /saved-searches/{id}` take and return what the data API does; a webhook's secret is
 * in the response that creates it, and in that of `POST …/rotate-secret`.
 */
export interface SavedSearchChange {
  name?: string;
  query?: Readonly<Record<string, string>>;
  webhook?: { url: string } | null;
  maxRecordsPerDay?: number | null;
}

/** `POST /saved-searches/{id}/visits`: records the user's visit. New is what came since. */
export interface SavedSearchVisit {
  since: Moment;
}

/**
 * `GET /saved-searches/{id}/new-activities?since=` or `?cursor=`: matching activities published since, oldest first, as
 * they are now. With words in its query it counts as a search, just as `GET /activities` with the same words does: once
 * a month.
 */
export interface NewActivities {
  items: Activity[];
  /** null when there is no more for now. */
  nextCursor: string | null;
}

/** `GET /saved-searches/{id}/digest`; `PUT` takes `{"frequency": …}`, and has a refused address tried again. */
export interface Digest {
  /** Whether this installation sends digests; if not, they are not to be offered. */
  isAvailable: boolean;
  /** Email is sent, but the search engine cannot tell what is new: a digest that was set waits. */
  lacksChanges: boolean;
  frequency: DigestFrequency;
  /** Where it is sent. */
  email: string;
  /** null without a digest. Nothing is sent when nothing is new. */
  nextAt: Moment | null;
  refusal: MailRefusal | null;
}

/** The mail server refused the address: nothing is sent until it is tried again. */
export interface MailRefusal {
  at: Moment;
  /** Of SMTP; null when it cannot be an address there. */
  status: number | null;
}

/** `GET /saved-searches/{id}/deliveries?cursor=`: newest first, as the data API returns them. */
export interface DeliveryList {
  items: Delivery[];
  nextCursor: string | null;
}

/** `POST /saved-searches/{id}/replay` takes `{"since": MOMENT}`. */
export interface ReplayResponse {
  /** Number of deliveries that are sent again. */
  deliveries: number;
}
