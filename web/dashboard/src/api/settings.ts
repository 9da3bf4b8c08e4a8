import type { AuditLog, BrowserSessions } from '@heliograph/dashboard-api';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';

const SESSIONS_KEY = ['sessions'] as const;

export function useBrowserSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.get<BrowserSessions>('/sessions', { signal }),
  });
}

export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/sessions/${encodeURIComponent(id)}`),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['audit'] });
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
}

/** Ends every session of the account, including this one and the command-line client's. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => api.delete<unknown>('/sessions') });
}

export function useAuditLog() {
  return useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => api.get<AuditLog>('/audit', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
