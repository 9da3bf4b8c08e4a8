import type { search } from '@heliograph/proto';
import { retryUnavailable, type OutgoingCall, type RpcClient } from '@heliograph/runtime';
import type { FilterOptionsCache } from './filter-options/filter-options-cache';

export type SearchClient = RpcClient<typeof search.SearchServiceService>;

/** What every search runs with. */
export interface SearchEnvironment {
  search: SearchClient;
  /** The source of facet labels. */
  filterOptions: FilterOptionsCache;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** For a search including its retries. */
  timeoutMs: number;
}

/** The request a search runs for. */
export interface SearchCaller {
  /** Options for calls made for the request; the calls are canceled when its client disconnects. */
  readCall(timeoutMs: number): OutgoingCall;
  /** Whether the client has stopped waiting for the response. */
  readonly isAbandoned: boolean;
}

/**
 * Calls the search service, retrying while it is unavailable, within the search's time limit. A refusal with its own
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
