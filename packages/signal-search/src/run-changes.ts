import { ledger } from '@heliograph/proto';
import { retryUnavailable } from '@heliograph/runtime';
import type { SearchCaller, SearchClient, SearchEnvironment } from './ask-search';
import type { ChangesQuery } from './domain/changes-query';
import { digestOfFilters } from './domain/filters-digest';
import { PAGE_START, type SearchResponse } from './search-response';

/** On a separate connection: waiting calls take no slot from active ones. */
export type ChangesClient = Pick<SearchClient, 'changes'>;

/** A feed's response; `signalIds` may have to be paid for. */
export interface ChangesResponse extends SearchResponse {
  signalIds: string[];
  /** Number of changes in it. */
  items: number;
}

/**
 * Fetches the next changes, waiting for them as long as the query says.
 *
 * @param query free of issues.
 * @throws ServiceError `rate_limited`, `unavailable`.
 */
export async function runChanges(
  feeds: ChangesClient,
  { timeoutMs: workMs, clock }: Pick<SearchEnvironment, 'timeoutMs' | 'clock'>,
  caller: SearchCaller,
  { filters, limit, fields, after, since, waitMs, cursors }: ChangesQuery,
): Promise<ChangesResponse> {
  const totalMs = waitMs + workMs;
  const { itemsJson, itemCount, next, caughtUp, signalIds } = await retryUnavailable(
    (timeoutMs) => {
      // A retry gets the remaining time.
      const leftMs = Math.max(0, Math.min(waitMs, Math.ceil(timeoutMs - workMs)));
      const request = { filters, limit, fields, after, since, waitMs: leftMs };
      return feeds.changes(request, caller.readCall(timeoutMs));
    },
    { totalMs, attemptMs: totalMs, isUnwanted: () => caller.isAbandoned },
  );
  const cursor = cursors.encode({
    position: next!,
    digest: digestOfFilters(filters),
    issuedAtMs: clock(),
  });
  const end = Buffer.from(`,"nextCursor":"${cursor}","caughtUp":${caughtUp}}}`);
  return {
    body: Buffer.concat([PAGE_START, itemsJson, end]),
    records: signalIds.length,
    items: itemCount,
    mode: ledger.Mode.KEYWORD,
    signalIds,
  };
}
