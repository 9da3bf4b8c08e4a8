import type { RequestLog } from '@heliograph/dashboard-api';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type RequestOptions } from './client';
import { listStaleTime } from './query-client';

/**
 * Matching requests that were answered, newest first.
 *
 * @param queryOf gives the query's parameters as of now.
 */
export const requestLogQuery = <Filter>(
  filter: Filter,
  queryOf: (filter: Filter) => RequestOptions['query'],
) =>
  infiniteQueryOptions({
    queryKey: ['logs', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<RequestLog>('/logs', { query: { ...queryOf(filter), cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: listStaleTime,
  });

/** Shows the previous requests until the new ones arrive. */
export function useRequestLog<Filter>(...of: Parameters<typeof requestLogQuery<Filter>>) {
  return useInfiniteQuery({ ...requestLogQuery(...of), placeholderData: keepPreviousData });
}
