import type { AuditLog, AuditPeople, BrowserSessions } from '@heliograph/dashboard-api';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from './client';
import { listStaleTime } from './query-client';
import { announceSignOut } from './sign-out-signal';

const SESSIONS_KEY = ['sessions'] as const;

export const browserSessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: ({ signal }) => api.get<BrowserSessions>('/sessions', { signal }),
});

export function useBrowserSessions() {
  return useQuery(browserSessionsQuery);
}

export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/sessions/${encodeURIComponent(id)}`),
    // Even if it failed: it may have ended, and the response lost.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['audit'] });
      void client.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
}

/** Ends every session of the account, including this one and the command-line client's. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => api.delete<unknown>('/sessions'), onSuccess: announceSignOut });
}

/** @param person an id; '' for everyone. */
export function useAuditLog(person: string) {
  return useInfiniteQuery({
    queryKey: ['audit', 'log', person],
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditLog>('/audit', { query: { person: person || null, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: listStaleTime,
  });
}

/** The people who may appear in the audit log. */
export function useAuditPeople() {
  return useQuery({
    queryKey: ['audit', 'people'],
    queryFn: ({ signal }) => api.get<AuditPeople>('/audit/people', { signal }),
  });
}
