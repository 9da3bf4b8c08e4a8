import type { Delivery, DigestFrequency, SavedSearch } from '@heliograph/contract';
import type { Activity } from './activities';
import type { Timestamp } from './problem';

export type {
  Delivery,
  DeliveryState,
  DigestFrequency,
  SavedSearch,
  SavedSearchState,
} from '@heliograph/contract';

/** One of `GET /saved-searches`. */
export interface ListedSearch extends SavedSearch {
  /** The signed-in user's last visit; null if it was more than 31 days ago, or never. */
  lastVisitAt: Timestamp | null;
  /** Number of activities published since then, or since it was saved; null if unknown. */
  unseen: { count: number; more: boolean } | null;
}

/** `GET /saved-searches`: all of the account's saved searches, oldest first. */
export interface SavedSearchList {
  items: ListedSearch[];
  /** The maximum number of saved searches. */
  maximum: number;
}

/**
 * `POST /saved-searches` and `PATCH /saved-searches/{id}` take and return what the data API does. A webhook's secret is
 * only in the response that creates the webhook and in that of `POST …/rotate-secret`.
 */
export interface SavedSearchChange {
  name?: string;
  query?: Readonly<Record<string, string>>;
  webhook?: { url: string } | null;
  maxRecordsPerDay?: number | null;
}

/** `POST /saved-searches/{id}/visits`: records the user's visit; activities published since then are new. */
export interface SavedSearchVisit {
  since: Timestamp;
}

/**
 * `GET /saved-searches/{id}/new-activities?since=` or `?cursor=`: matching activities published since, oldest first, in
 * their current form. If its query has words, it counts as a search, once a month, just like `GET /activities` with the
 * same words.
 */
export interface NewActivities {
  items: Activity[];
  /** Null when there are no more for now. */
  nextCursor: string | null;
}

/** `GET /saved-searches/{id}/digest`; `PUT` takes `{"frequency": …}` and retries a refused address. */
export interface Digest {
  /** Whether this installation sends digests; if not, do not offer them. */
  isAvailable: boolean;
  /** Email works, but the search engine cannot report changes, so configured digests wait. */
  lacksChanges: boolean;
  frequency: DigestFrequency;
  /** The address it is sent to. */
  email: string;
  /** Null without a digest. Nothing is sent if nothing is new. */
  nextAt: Timestamp | null;
  refusal: MailRefusal | null;
}

/** The mail server refused the address: nothing is sent until the user retries. */
export interface MailRefusal {
  at: Timestamp;
  /** SMTP status code; null if the address is not valid in SMTP. */
  status: number | null;
}

/** `GET /saved-searches/{id}/deliveries?cursor=`: newest first, as the data API returns them. */
export interface DeliveryList {
  items: Delivery[];
  nextCursor: string | null;
}

/** `POST /saved-searches/{id}/replay` takes `{"since": TIMESTAMP}`. */
export interface ReplayResponse {
  /** Number of deliveries to send again. */
  deliveries: number;
}
