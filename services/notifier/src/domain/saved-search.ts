import type { SavedSearchState } from '@heliograph/contract';
import type { search } from '@heliograph/proto';

/** Whose saved searches: those of an account's test keys are separate. */
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

/** A receiver's response, or why there was none. */
interface DeliveryFailure {
  at: Date;
  /** HTTP status; undefined without a response. */
  status: number | undefined;
  /** For people. */
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
  /** If failing. */
  failure: DeliveryFailure | undefined;
  createdAt: Date;
}

/** The properties of a new one. */
export interface NewSavedSearch extends SavedQuery {
  name: string;
  webhookUrl: string | undefined;
  maximumRecordsPerDay: number | undefined;
}

/** Changes; undefined properties stay, and null removes. */
export interface SavedSearchChanges {
  name: string | undefined;
  query: SavedQuery | undefined;
  webhookUrl: string | null | undefined;
  maximumRecordsPerDay: number | null | undefined;
}
