import type {
  Delivery,
  DeliveryList,
  Digest,
  DigestFrequency,
  ReplayResponse,
  SavedSearch,
  SavedSearchChange,
  SavedSearchList,
  NewActivities,
  SavedSearchVisit,
} from '@heliograph/dashboard-api';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countingSearch, searchHeaders, type ActivityQueryOptions } from './activities';
import { api } from './client';
import { isNotFound } from './errors';
import { listStaleTime, pagesOf } from './query-client';
import { showSaved } from './show-saved';

const LIST_KEY = ['saved-searches'] as const;
const SAVED_SEARCH = 'saved-search';
const keyOf = (id: string) => [SAVED_SEARCH, id] as const;
const digestKeyOf = (id: string) => ['digest', id] as const;
const deliveriesKeyOf = (id: string) => ['deliveries', id] as const;
const pathOf = (id: string) => `/saved-searches/${encodeURIComponent(id)}`;

/** Polling interval while a delivery is being sent, for each page of the list. */
const POLL_MS = 5_000;

/** Page size for new activities; if the query has words, each one may cost a record. */
export const NEW_ACTIVITIES_PAGE_SIZE = 50;

export const savedSearchesQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: ({ signal }) => api.get<SavedSearchList>('/saved-searches', { signal }),
});

export function useSavedSearches() {
  return useQuery(savedSearchesQuery);
}

export const savedSearchQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.get<SavedSearch>(pathOf(id), { signal }),
  });

export function useSavedSearch(id: string) {
  return useQuery(savedSearchQuery(id));
}

/** Refetches all saved searches after they were changed by other means. */
export function useForgetSavedSearches() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: LIST_KEY });
    void client.invalidateQueries({ queryKey: [SAVED_SEARCH] });
  };
}

/**
 * Records the visit once per page load and returns the time since which activities are new. Refused if they could not
 * be shown, so they stay new.
 */
export function useVisit(id: string, { isEnabled, isAgreed }: ActivityQueryOptions) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['saved-search-visit', id],
    queryFn: async () => {
      const headers = searchHeaders(isAgreed);
      const visit = await countingSearch(client, () =>
        api.post<SavedSearchVisit>(`${pathOf(id)}/visits`, undefined, { headers }),
      );
      void client.invalidateQueries({ queryKey: LIST_KEY });
      return visit;
    },
    staleTime: Infinity,
    gcTime: 0,
    enabled: isEnabled,
  });
}

/**
 * Activities published since a moment, page by page, never refetched. @param since undefined: not known yet, or do not
 * fetch.
 */
export function useNewActivities(
  id: string,
  since: string | undefined,
  { isEnabled, isAgreed }: ActivityQueryOptions,
) {
  return useInfiniteQuery({
    queryKey: ['saved-search-new-activities', id, since],
    queryFn: ({ client, pageParam, signal }) => {
      const query = pageParam === null ? { since } : { cursor: pageParam };
      const headers = searchHeaders(isAgreed);
      return countingSearch(client, () =>
        api.get<NewActivities>(`${pathOf(id)}/new-activities`, { query, headers, signal }),
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 'static',
    enabled: isEnabled && since !== undefined,
  });
}

export function useDigest(id: string) {
  return useQuery({
    queryKey: digestKeyOf(id),
    queryFn: ({ signal }) => api.get<Digest>(`${pathOf(id)}/digest`, { signal }),
  });
}

export function useSetDigest(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (frequency: DigestFrequency) => api.put<Digest>(`${pathOf(id)}/digest`, { frequency }),
    onSuccess: (digest) => showSaved(client, digestKeyOf(id), digest),
  });
}

export function useDeliveries(id: string) {
  return useInfiniteQuery({
    queryKey: deliveriesKeyOf(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<DeliveryList>(`${pathOf(id)}/deliveries`, { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: listStaleTime,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages;
      const isPending = pages?.some(({ items }) => items.some(({ state }) => state === 'pending'));
      return isPending && POLL_MS * pagesOf(query);
    },
  });
}

/** After changing a saved search, refreshes it and the list. Not awaited: a secret would be shown only afterwards. */
function useChanged() {
  const client = useQueryClient();
  return (id: string) => {
    void client.invalidateQueries({ queryKey: LIST_KEY });
    void client.invalidateQueries({ queryKey: keyOf(id) });
  };
}

/** Saves a query unless it is already saved, even under another name. */
export function useCreateSavedSearch() {
  const client = useQueryClient();
  const changed = useChanged();
  return useMutation({
    mutationFn: async (body: Required<Pick<SavedSearchChange, 'name' | 'query'>>) => {
      const { items } = await client.fetchQuery(savedSearchesQuery);
      const same = items.find(({ query }) => isSameQuery(query, body.query));
      if (same) return { search: same, isNew: false };
      return { search: await api.post<SavedSearch>('/saved-searches', body), isNew: true };
    },
    onSuccess: ({ search, isNew }) => (isNew ? changed(search.id) : undefined),
  });
}

function isSameQuery(one: SavedSearch['query'], other: SavedSearch['query']): boolean {
  const [sorted, sortedOther] = [one, other].map((query) => JSON.stringify(Object.entries(query).sort()));
  return sorted === sortedOther;
}

export function useUpdateSavedSearch(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: SavedSearchChange) => api.patch<SavedSearch>(pathOf(id), body),
    onSuccess: () => changed(id),
    // A secret stays only in the dialog that shows it.
    gcTime: 0,
  });
}

export function useDeleteSavedSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await api.delete(pathOf(id));
      } catch (error) {
        // Gone: the response to an earlier click was lost, or someone else deleted it.
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: (_nothing, id) => {
      client.removeQueries({ queryKey: keyOf(id) });
      void client.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

export function useRotateSecret(id: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => api.post<SavedSearch>(`${pathOf(id)}/rotate-secret`),
    // It may have been rotated, and the response lost.
    onSettled: () => changed(id),
    gcTime: 0,
  });
}

/** After sending, refreshes the deliveries, and the state, which a successful delivery clears. */
function useSent(id: string) {
  const client = useQueryClient();
  const changed = useChanged();
  return () => {
    changed(id);
    void client.invalidateQueries({ queryKey: deliveriesKeyOf(id) });
  };
}

export function useSendTest(id: string) {
  return useMutation({
    mutationFn: () => api.post<Delivery>(`${pathOf(id)}/test`),
    onSuccess: useSent(id),
  });
}

export function useReplayDelivery(id: string) {
  return useMutation({
    mutationFn: (deliveryId: string) =>
      api.post<Delivery>(`${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay`),
    onSuccess: useSent(id),
  });
}

export function useReplaySince(id: string) {
  return useMutation({
    mutationFn: (since: string) => api.post<ReplayResponse>(`${pathOf(id)}/replay`, { since }),
    onSuccess: useSent(id),
  });
}
