import type { UsageReport } from '@heliograph/dashboard-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, apiPath } from './client';

/** @param month `YYYY-MM`, UTC; the current month by default. */
export function useUsage(month: string | null) {
  return useQuery({
    queryKey: ['usage', month],
    queryFn: ({ signal }) => api.get<UsageReport>('/usage', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The same rows as a file. */
export function usageFilePath(month: string): string {
  return apiPath('/usage.csv', { month });
}
