import type { UsageReport } from '@heliograph/dashboard-api';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, apiPath } from './client';

/** @param month `YYYY-MM`, UTC; the current month by default. */
export const usageQuery = (month: string | null) =>
  queryOptions({
    queryKey: ['usage', month],
    queryFn: ({ signal }) => api.get<UsageReport>('/usage', { query: { month }, signal }),
  });

/** Shows the previous month until the new one arrives. */
export function useUsage(month: string | null) {
  return useQuery({ ...usageQuery(month), placeholderData: keepPreviousData });
}

/** The same rows as a file; refused if the session has moved to another account. */
export function usageFilePath(month: string, account: string): string {
  return apiPath('/usage.csv', { month, account });
}
