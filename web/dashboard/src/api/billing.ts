import type {
  Alerts,
  AlertsBody,
  AutoTopUp,
  AutoTopUpBody,
  BillingEntries,
  BillingState,
  CancellationBody,
  PlanPortal,
  PrepaidUse,
  PrepaidUseBody,
  Receipt,
  TopUpBody,
  TopUpStarted,
} from '@heliograph/dashboard-api';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { SEARCHES_KEY } from './activities';
import { api } from './client';
import { OVERVIEW_KEY } from './overview';
import { listStaleTime } from './query-client';
import { showSaved } from './show-saved';

const BILLING_KEY = ['billing'] as const;
const ALERTS_KEY = ['billing-alerts'] as const;
const AUTO_TOP_UP_KEY = ['auto-top-up'] as const;
const ENTRIES_KEY = ['billing-entries'] as const;

export const billingQuery = queryOptions({
  queryKey: BILLING_KEY,
  queryFn: ({ signal }) => api.get<BillingState>('/billing', { signal }),
});

/** @param isEnabled false for members who may not see billing. */
export function useBilling(isEnabled = true) {
  return useQuery({ ...billingQuery, enabled: isEnabled });
}

export function useBillingEntries() {
  return useInfiniteQuery({
    queryKey: ENTRIES_KEY,
    queryFn: ({ pageParam, signal }) =>
      api.get<BillingEntries>('/billing/entries', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: listStaleTime,
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

/** Starts a checkout for the subscription. */
export function useSubscribe() {
  return useMutation({ mutationFn: () => api.post<TopUpStarted>('/billing/plan') });
}

/** Cancels the subscription at the end of its period, or resumes it. */
export function useCancellation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CancellationBody) => api.put<unknown>('/billing/plan/cancellation', body),
    // The entries do not change before the period ends.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
      return client.invalidateQueries({ queryKey: BILLING_KEY });
    },
  });
}

/** The page for managing payment methods. */
export function usePlanPortal() {
  return useMutation({ mutationFn: () => api.post<PlanPortal>('/billing/plan/portal') });
}

export function useAlerts() {
  return useQuery({
    queryKey: ALERTS_KEY,
    queryFn: ({ signal }) => api.get<Alerts>('/billing/alerts', { signal }),
  });
}

export function useSetAlerts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertsBody) => api.patch<Alerts>('/billing/alerts', body),
    onSuccess: (alerts) => showSaved(client, ALERTS_KEY, alerts),
  });
}

/** @param pollMs polling interval while waiting for a card that was just saved. */
export function useAutoTopUp(pollMs: number | false) {
  return useQuery({
    queryKey: AUTO_TOP_UP_KEY,
    queryFn: ({ signal }) => api.get<AutoTopUp>('/billing/auto-top-up', { signal }),
    refetchInterval: pollMs,
  });
}

export function useSetAutoTopUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AutoTopUpBody) => api.put<AutoTopUp>('/billing/auto-top-up', body),
    onSuccess: (setting) => showSaved(client, AUTO_TOP_UP_KEY, setting),
    // It may fail because the setting has changed.
    onError: () => void client.invalidateQueries({ queryKey: AUTO_TOP_UP_KEY }),
  });
}

/** Starts saving a card. */
export function useSaveCard() {
  return useMutation({ mutationFn: () => api.post<TopUpStarted>('/billing/auto-top-up/card') });
}

/** Removes the card and turns automatic top-ups off. If it fails midway, they are already off. */
export function useRemoveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete<AutoTopUp>('/billing/auto-top-up/card'),
    onSuccess: (setting) => showSaved(client, AUTO_TOP_UP_KEY, setting),
    onError: () => client.invalidateQueries({ queryKey: AUTO_TOP_UP_KEY }),
  });
}

export function usePrepaidUse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PrepaidUseBody) => api.put<PrepaidUse>('/billing/prepaid-use', body),
    onSuccess: async (prepaidUse) => {
      await showSaved<BillingState>(client, BILLING_KEY, (state) => state && { ...state, prepaidUse });
      void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
      void client.invalidateQueries({ queryKey: SEARCHES_KEY });
    },
  });
}

/** Refetches everything a payment changes. */
export function useRefreshFunds() {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    void client.invalidateQueries({ queryKey: SEARCHES_KEY });
    await Promise.all([
      client.invalidateQueries({ queryKey: BILLING_KEY }),
      client.invalidateQueries({ queryKey: ENTRIES_KEY }),
    ]);
  }, [client]);
}
