import type { SavedSearchState } from '@heliograph/contract';
import type { search } from '@heliograph/proto';

/** Who owns saved searches; those of an account's test keys are separate. */
export interface Owner {
  accountId: string;
  isTest: boolean;
}

/** The query, as returned and as executed. */
export interface SavedQuery {
  /** {parameter: value}, canonical. */
  query: Readonly<Record<string, string>>;
  filters: search.Filters;
}

/** The last change of a saved search's query. */
export interface QueryChange {
  /** The catalog's version then. */
  after: bigint;
  /** The query until then, as encoded {@link search.Filters}. */
  previousFilters: Buffer;
}

/** A receiver's response, or why there was none. */
interface DeliveryFailure {
  at: Date;
  /** HTTP status; undefined without a response. */
  status: number | undefined;
  /** Shown to people. */
  reason: string;
}

export interface SavedSearch extends SavedQuery, Owner {
  /** UUIDv7 */
  id: string;
  name: string;
  webhook: { url: string; previousSecretUntil: Date | undefined } | undefined;
  /** Per UTC day. */
  maximumRecordsPerDay: number | undefined;
  state: SavedSearchState;
  /** Set while failing. */
  failure: DeliveryFailure | undefined;
  createdAt: Date;
}

/** The properties of a new saved search. */
export interface NewSavedSearch extends SavedQuery {
  name: string;
  webhookUrl: string | undefined;
  maximumRecordsPerDay: number | undefined;
}

/** Changes: undefined keeps a property, and null removes it. */
export interface SavedSearchChanges {
  name: string | undefined;
  query: SavedQuery | undefined;
  webhookUrl: string | null | undefined;
  maximumRecordsPerDay: number | null | undefined;
}
