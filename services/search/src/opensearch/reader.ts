import { ServiceError } from '@heliograph/runtime';
import type { SignalIndex } from '@heliograph/signal-index';
import type { Clause } from './clause';

/** The parts of a `_search` response that are read. */
interface Found {
  hits: { total?: { value: number }; hits: Hit[] };
  aggregations?: Record<string, unknown>;
}

export interface Hit {
  _id: string;
  _source?: { item: string };
  matched_queries?: string[];
}

/** Runs searches on one state of the index, or a single search on the latest. */
export interface Reader {
  /** @throws ServiceError `unavailable`; the signal's reason */
  search(body: Clause): Promise<Found>;
}

/** Callers' signals end calls earlier; this protects OpenSearch itself. */
export const TIMEOUT_MS = 60_000;
const KEEP_ALIVE = '1m';
const WHOLE = { allow_partial_search_results: false };

/** Searches the latest state of the index each time. */
export function readerOf(index: SignalIndex, name: string, signal: AbortSignal): Reader {
  return {
    search: (body) =>
      index.connection
        .call<Found>({
          method: 'POST',
          path: `/${name}/_search`,
          query: WHOLE,
          body,
          signal,
          timeoutMs: TIMEOUT_MS,
        })
        .then(whole),
  };
}

/** Runs any number of searches on one state of the index, the current one. */
export async function withReader<Result>(
  index: SignalIndex,
  name: string,
  signal: AbortSignal,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const { connection } = index;
  const { pit_id: id } = await connection.call<{ pit_id: string }>({
    method: 'POST',
    path: `/${name}/_search/point_in_time`,
    query: { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false },
    signal,
  });
  try {
    return await read({
      search: (body) =>
        connection
          .call<Found>({
            method: 'POST',
            path: '/_search',
            query: WHOLE,
            body: { ...body, pit: { id, keep_alive: KEEP_ALIVE } },
            signal,
            timeoutMs: TIMEOUT_MS,
          })
          .then(whole),
    });
  } finally {
    // If this fails, the point in time expires.
    void connection
      .call({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } })
      .catch(() => undefined);
  }
}

function whole(found: Found): Found {
  if (!Array.isArray(found.hits?.hits)) {
    throw new ServiceError('unavailable', 'The search engine is not responding. Try again shortly.');
  }
  return found;
}

/** The item's JSON as in the catalog. */
export const documentOf = (hit: Hit): Buffer => Buffer.from(hit._source!.item);
