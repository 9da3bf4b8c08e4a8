import type { RequestLog } from '@heliograph/dashboard-api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type RequestOptions } from './client';

/**
 * Answered requests that match, newest first.
 *
 * @param queryOf the query's parameters, as of now.
 */
export function useRequestLog<Filter>(filter: Filter, queryOf: (filter: Filter) => RequestOptions['query']) {
  return useInfiniteQuery({
    queryKey: ['logs', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<RequestLog>('/logs', { query: { ...queryOf(filter), cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}
