import type { search } from '@heliograph/proto';
import { retryUnavailable, type OutgoingCall, type RpcClient } from '@heliograph/runtime';
import type { FilterOptionsCache } from './filter-options/filter-options-cache';

export type SearchClient = RpcClient<typeof search.SearchServiceService>;

/** What all searches run with. */
export interface SearchEnvironment {
  search: SearchClient;
  /** Where the labels of facets come from. */
  filterOptions: FilterOptionsCache;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** For a search with all its retries. */
  timeoutMs: number;
}

/** The request that a search runs for. */
export interface SearchCaller {
  /** Options of calls made for the request; they are canceled when its client hangs up. */
  readCall(timeoutMs: number): OutgoingCall;
  /** Whether no one waits for the response any more. */
  readonly isAbandoned: boolean;
}

/**
 * Calls the search service, retrying while it is unavailable, within the time for a search. A refusal with its own
 * reason (including `semantic_unavailable`) is not retried.
 */
export function askSearch<Result>(
  { search: client, timeoutMs: totalMs }: SearchEnvironment,
  caller: SearchCaller,
  ask: (search: SearchClient, call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  return retryUnavailable((timeoutMs) => ask(client, caller.readCall(timeoutMs)), {
    totalMs,
    attemptMs: totalMs,
    isUnwanted: () => caller.isAbandoned,
  });
}
