import type { search } from '@heliograph/proto';
import { retryUnavailable, type OutgoingCall, type RpcClient } from '@heliograph/runtime';
import type { FilterOptionsCache } from './filter-options/filter-options-cache';

export type SearchClient = RpcClient<typeof search.SearchServiceService>;

/** What searches are run with, for all requests. */
export interface SearchEnvironment {
  search: SearchClient;
  /** Where the labels of facets come from. */
  filterOptions: FilterOptionsCache;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** For a search with all its retries. */
  timeoutMs: number;
}

/** The request that a search is run for. */
export interface SearchCaller {
  /** How calls made for the request are marked; they are cancelled when its client hangs up. */
  readCall(timeoutMs: number): OutgoingCall;
  /** Whether nobody waits for the answer any more. */
  readonly isAbandoned: boolean;
}

/**
 * Asks the search service, again while it is unavailable, within the time that a search may take. What it refuses for a
 * reason of its own (`semantic_unavailable` too) is not asked for again.
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
