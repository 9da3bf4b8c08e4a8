import type { Overview } from '@heliograph/dashboard-api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

export const OVERVIEW_KEY = ['overview'] as const;

export const overviewQuery = queryOptions({
  queryKey: OVERVIEW_KEY,
  queryFn: ({ signal }) => api.get<Overview>('/overview', { signal }),
});

/** @param pollMs polling interval while something is pending. */
export function useOverview(pollMs: number | false = false) {
  return useQuery({ ...overviewQuery, refetchInterval: pollMs });
}
