import type {
  ActivityCount,
  ActivityPage,
  Company,
  FilterOptions,
  PAYMENT_AGREED_HEADER,
  RelatedCompanies,
  SearchesLeft,
  Suggestions,
} from '@heliograph/dashboard-api';
import { MAXIMUM_SUGGESTIONS, type FacetName, type SuggestionKind } from '@heliograph/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from './client';
import { asApiError } from './errors';

const ACTIVITIES_KEY = 'activities';
export const SEARCHES_KEY = ['activity-searches'] as const;
export const PAGE_SIZE = 25;

const PAYMENT_AGREED_HEADER_NAME: typeof PAYMENT_AGREED_HEADER = 'X-Payment-Agreed';

/** Headers of what counts as a search. */
export const searchHeaders = (isAgreed = false): Record<string, string> =>
  isAgreed ? { [PAYMENT_AGREED_HEADER_NAME]: 'true' } : {};

/**
 * Runs what counts as a search, and refreshes the number left. After a refusal that is known first: perhaps another
 * member used the free ones, and the page then asks whether to pay.
 */
export async function countingSearch<Data>(client: QueryClient, run: () => Promise<Data>): Promise<Data> {
  const refresh = () => client.invalidateQueries({ queryKey: SEARCHES_KEY });
  try {
    const data = await run();
    void refresh();
    return data;
  } catch (error) {
    if (asApiError(error)?.status === 402) await refresh();
    else void refresh();
    throw error;
  }
}

/** The search. */
export interface ActivityQuery {
  /** The data API's parameters. */
  parameters: Readonly<Record<string, string>>;
  /** Browsing, which is not counted. */
  isSearch: boolean;
}

export interface Asking {
  isEnabled: boolean;
  /** Whether the user agreed to pay; browsing is free. */
  isAgreed?: boolean;
}

const keyOf = ({ parameters }: ActivityQuery) => [ACTIVITIES_KEY, parameters] as const;

/** Request highlights only if there are words to match. */
const matchedOf = ({ parameters, isSearch }: ActivityQuery) =>
  isSearch && parameters['semantic'] === undefined ? { matched: true } : {};

/**
 * Activities, page by page. They are not refetched: a list that reloads while someone reads it would shift, and later
 * pages depend on cursors that expire.
 */
export const activitiesQuery = (query: ActivityQuery, isAgreed = false) =>
  infiniteQueryOptions({
    queryKey: keyOf(query),
    queryFn: ({ client, pageParam, signal }) => {
      const read = () =>
        api.get<ActivityPage>('/activities', {
          query: { ...query.parameters, ...matchedOf(query), limit: PAGE_SIZE, cursor: pageParam },
          headers: searchHeaders(isAgreed),
          signal,
        });
      return query.isSearch ? countingSearch(client, read) : read();
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // After a page that failed, Infinity would have all of them read again, and paid again.
    staleTime: 'static',
  });

/** Previous activities stay until the new ones arrive. */
export function useActivities(query: ActivityQuery, { isEnabled, isAgreed }: Asking) {
  return useInfiniteQuery({
    ...activitiesQuery(query, isAgreed),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Facets for the filters shown as lists of checkboxes. */
const BOXES: readonly FacetName[] = [
  'category',
  'size',
  'fundingStage',
  'hiringState',
  'hiringFunction',
  'hiringSeniority',
  'hiringEmployment',
  'hiringWorkArrangement',
];

/** Facets for the comboboxes: a separate request, since one request takes at most eight. */
const COMBOBOXES: readonly FacetName[] = ['country', 'industry'];

/**
 * How many activities match in all, and with each filter option. The same search, so it is not counted again. Previous
 * counts stay until the new ones arrive.
 */
export function useActivityCount(query: ActivityQuery, { isEnabled, isAgreed }: Asking) {
  const count = useCount(query, BOXES, { isEnabled, isAgreed });
  const isCounted = count.isSuccess && !count.isPlaceholderData;
  const more = useCount(query, COMBOBOXES, { isEnabled: isEnabled && isCounted, isAgreed });
  const { data, isPlaceholderData } = count;
  const facets = useMemo(() => data && { ...data.facets, ...more.data?.facets }, [data, more.data]);
  return { total: data?.total, facets, isPlaceholderData };
}

function useCount(query: ActivityQuery, facets: readonly FacetName[], { isEnabled, isAgreed }: Asking) {
  return useQuery({
    queryKey: ['activity-count', facets, ...keyOf(query)],
    queryFn: ({ signal }) =>
      api.get<ActivityCount>('/activities', {
        query: { ...query.parameters, countOnly: true, facets: facets.join(',') },
        headers: searchHeaders(isAgreed),
        signal,
      }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Suggestions for recently typed texts, kept for a few minutes. */
const SUGGESTIONS_KEPT_MS = 5 * 60_000;

/**
 * Suggestions for the typed words; none without words. A newer text aborts the request. Previous suggestions stay until
 * the new ones arrive.
 */
export function useSuggestions(kind: SuggestionKind, prefix: string | undefined) {
  return useQuery({
    queryKey: ['suggestions', kind, prefix],
    queryFn: ({ signal }) =>
      api.get<Suggestions>('/activities/suggest', {
        query: { kind, prefix, limit: MAXIMUM_SUGGESTIONS },
        signal,
      }),
    staleTime: SUGGESTIONS_KEPT_MS,
    gcTime: SUGGESTIONS_KEPT_MS,
    placeholderData: keepPreviousData,
    enabled: prefix !== undefined,
  });
}

/** Reads a list from the start again, for example when its cursor expired. */
export function useRestartActivities(query: ActivityQuery): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.resetQueries({ queryKey: keyOf(query), exact: true }), [client, query]);
}

/** A company's activities by category and by month, exactly. Browsing, so never counted. */
export function useCompanyCounts(companySlug: string) {
  return useQuery(companyCount(companySlug, { facets: 'category,month' }));
}

/** Activities per month for each of the given categories. */
export function useCompanyMonths(companySlug: string, categories: readonly string[]) {
  return useQueries({
    queries: categories.map((category) => companyCount(companySlug, { category, facets: 'month' })),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      months: results.map(({ data }) => data?.facets?.month),
      refetch: () => void Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
}

const companyCount = (companySlug: string, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['company-count', companySlug, query],
    queryFn: ({ signal }) =>
      api.get<ActivityCount>('/activities', { query: { companySlug, countOnly: true, ...query }, signal }),
  });

/** Similar companies; null where semantic search is unavailable. */
export function useRelatedCompanies(slug: string) {
  return useQuery({
    queryKey: ['related-companies', slug],
    queryFn: async ({ signal }) => {
      const path = `/activities/companies/${encodeURIComponent(slug)}/related`;
      return (await api.get<RelatedCompanies>(path, { signal })).items;
    },
    // It takes a semantic search, and changes slowly.
    staleTime: 10 * 60_000,
  });
}

/** One activity by its id: browsing. @returns null when there is none. */
export function useActivity(id: string | undefined) {
  return useQuery({
    queryKey: [ACTIVITIES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { items } = await api.get<ActivityPage>('/activities', { query: { ids: id }, signal });
      return items[0] ?? null;
    },
    staleTime: Infinity,
    enabled: id !== undefined,
  });
}

/** Searches left in this UTC month. */
export function useSearchesLeft() {
  return useQuery({
    queryKey: SEARCHES_KEY,
    queryFn: ({ signal }) => api.get<SearchesLeft>('/activities/searches', { signal }),
  });
}

export const filterOptionsQuery = queryOptions({
  queryKey: ['filter-options'],
  queryFn: ({ signal }) => api.get<FilterOptions>('/activities/filter-options', { signal }),
  // Filter options change with an import.
  staleTime: 5 * 60_000,
  gcTime: 30 * 60_000,
});

export function useFilterOptions() {
  return useQuery(filterOptionsQuery);
}

export function useCompany(slug: string) {
  return useQuery({
    queryKey: ['company', slug],
    queryFn: ({ signal }) =>
      api.get<Company>(`/activities/companies/${encodeURIComponent(slug)}`, { signal }),
  });
}
