import type {
  BillingEntries,
  BillingState,
  Receipt,
  TopUpBody,
  TopUpStarted,
} from '@heliograph/dashboard-api';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from './client';
import { OVERVIEW_KEY } from './overview';

const BILLING_KEY = ['billing'] as const;
const ENTRIES_KEY = ['billing-entries'] as const;

export function useBilling() {
  return useQuery({
    queryKey: BILLING_KEY,
    queryFn: ({ signal }) => api.get<BillingState>('/billing', { signal }),
  });
}

export function useBillingEntries() {
  return useInfiniteQuery({
    queryKey: ENTRIES_KEY,
    queryFn: ({ pageParam, signal }) =>
      api.get<BillingEntries>('/billing/entries', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useReceipt(entryId: string) {
  return useQuery({
    queryKey: ['receipt', entryId],
    queryFn: ({ signal }) => api.get<Receipt>(`/billing/receipts/${encodeURIComponent(entryId)}`, { signal }),
    staleTime: Infinity,
  });
}

export function useTopUp() {
  return useMutation({ mutationFn: (body: TopUpBody) => api.post<TopUpStarted>('/billing/top-ups', body) });
}

/** Asks for everything that a payment changes. */
export function useRefreshFunds() {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    await Promise.all([
      client.invalidateQueries({ queryKey: BILLING_KEY }),
      client.invalidateQueries({ queryKey: ENTRIES_KEY }),
    ]);
  }, [client]);
}
