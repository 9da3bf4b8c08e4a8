import { ledger, type search } from '@heliograph/proto';
import { retryUnavailable, ServiceError } from '@heliograph/runtime';
import type { SearchCaller, SearchClient, SearchEnvironment } from './ask-search';
import type { ChangesQuery } from './domain/changes-query';
import { digestOfFilters } from './domain/filters-digest';
import { PAGE_START, type SearchResponse } from './search-response';

/** The Retry-After of failures that pass: a restart, a broken stream. */
const SOON_SECONDS = 1;

/** On a separate connection: waiting calls take no slot from active ones. */
export type ChangesClient = Pick<SearchClient, 'changes'>;

/** A feed's response; `signalIds` may have to be paid for. */
export interface ChangesResponse extends SearchResponse {
  signalIds: string[];
  /** Number of changes in it. */
  items: number;
}

type FeedEnvironment = Pick<SearchEnvironment, 'timeoutMs' | 'clock'>;

/**
 * The query with its start, if it starts now and waits. Without one, a repetition would start at a later now, and skip
 * the changes in between.
 *
 * @param query free of issues.
 * @throws ServiceError `rate_limited`, `unavailable`.
 */
export async function withStart(
  feeds: ChangesClient,
  environment: FeedEnvironment,
  caller: SearchCaller,
  query: ChangesQuery,
): Promise<ChangesQuery> {
  if (query.waitMs === 0 || query.after || query.since) return query;
  const { next } = await askFeed(feeds, environment, caller, { ...query, waitMs: 0 });
  return { ...query, after: next };
}

/**
 * Fetches the next changes, waiting for them as long as the query says.
 *
 * @param query free of issues, from {@link withStart}.
 * @throws ServiceError `rate_limited`, `unavailable`.
 */
export async function runChanges(
  feeds: ChangesClient,
  environment: FeedEnvironment,
  caller: SearchCaller,
  query: ChangesQuery,
): Promise<ChangesResponse> {
  const { itemsJson, itemCount, next, caughtUp, signalIds } = await askFeed(
    feeds,
    environment,
    caller,
    query,
  );
  const cursor = query.cursors.encode({
    position: next!,
    digest: digestOfFilters(query.filters),
    issuedAtMs: environment.clock(),
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

async function askFeed(
  feeds: ChangesClient,
  { timeoutMs: workMs }: FeedEnvironment,
  caller: SearchCaller,
  { filters, limit, fields, after, since, waitMs }: ChangesQuery,
): Promise<search.ChangesResponse> {
  const totalMs = waitMs + workMs;
  let isRefused = false;
  return retryUnavailable(
    async (timeoutMs) => {
      // A retry gets the remaining time.
      const leftMs = Math.max(0, Math.min(waitMs, Math.ceil(timeoutMs - workMs)));
      const request = { filters, limit, fields, after, since, waitMs: leftMs };
      try {
        return await feeds.changes(request, caller.readCall(timeoutMs));
      } catch (error) {
        isRefused = isRefusal(error);
        throw error;
      }
    },
    { totalMs, attemptMs: totalMs, isUnwanted: () => isRefused || caller.isAbandoned },
  );
}

/** Whether another attempt will not help soon: too many feeds wait, or the engine has no changes. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.retryAfterSeconds !== SOON_SECONDS;
}
