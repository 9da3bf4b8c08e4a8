import type { SavedSearchState } from '@heliograph/contract';
import type { search } from '@heliograph/proto';

/** Whose saved searches: those of an account's test keys are apart from the others. */
export interface Owner {
  accountId: string;
  isTest: boolean;
}

/** What is searched for, as it is answered and as it is carried out. */
export interface SavedQuery {
  /** {parameter: value}, canonical. */
  query: Readonly<Record<string, string>>;
  filters: search.Filters;
}

/** What a receiver answered, or why there was no answer. */
export interface DeliveryFailure {
  at: Date;
  /** Of HTTP; undefined without an answer. */
  status: number | undefined;
  /** For people. */
  reason: string;
}

export interface SavedSearch extends SavedQuery, Owner {
  /** UUIDv7 */
  id: string;
  name: string;
  webhook: { url: string; previousSecretUntil: Date | undefined } | undefined;
  /** In a UTC day. */
  maximumRecordsPerDay: number | undefined;
  state: SavedSearchState;
  /** When failing. */
  failure: DeliveryFailure | undefined;
  createdAt: Date;
}

/** What is asked for when one is made. */
export interface NewSavedSearch extends SavedQuery {
  name: string;
  webhookUrl: string | undefined;
  maximumRecordsPerDay: number | undefined;
}

/** What changes; what is undefined stays, and null takes away. */
export interface SavedSearchChanges {
  name: string | undefined;
  query: SavedQuery | undefined;
  webhookUrl: string | null | undefined;
  maximumRecordsPerDay: number | null | undefined;
}
