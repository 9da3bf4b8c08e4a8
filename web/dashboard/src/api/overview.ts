import type { Overview } from '@heliograph/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { api } from './client';

export const OVERVIEW_KEY = ['overview'] as const;

/** @param pollMs polls at this interval while something is pending. */
export function useOverview(pollMs: number | false = false) {
  return useQuery({
    queryKey: OVERVIEW_KEY,
    queryFn: ({ signal }) => api.get<Overview>('/overview', { signal }),
    refetchInterval: pollMs,
  });
}
