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

/** Headers for requests that count as a search. */
export const searchHeaders = (isAgreed = false): Record<string, string> =>
  isAgreed ? { [PAYMENT_AGREED_HEADER_NAME]: 'true' } : {};

/**
 * Runs a request that counts as a search, and refreshes the number left. After a refusal, waits for the refresh first:
 * another member may have used up the free searches, and the page then asks whether to pay.
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

export interface ActivityQuery {
  /** The data API's parameters. */
  parameters: Readonly<Record<string, string>>;
  /** False for browsing, which is not counted. */
  isSearch: boolean;
}

export interface ActivityQueryOptions {
  isEnabled: boolean;
  /** Whether the user agreed to pay; browsing is free. */
  isAgreed?: boolean;
}

const keyOf = ({ parameters }: ActivityQuery) => [ACTIVITIES_KEY, parameters] as const;

/** Request highlights only if there are words to match. */
const matchedOf = ({ parameters, isSearch }: ActivityQuery) =>
  isSearch && parameters['semantic'] === undefined ? { matched: true } : {};

/**
 * Activities, page by page. Never refetched: reloading would shift the list under its reader, and later pages depend on
 * cursors that expire.
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
    // With Infinity, a failed page would cause all pages to be fetched, and paid for, again.
    staleTime: 'static',
  });

/** Shows the previous activities until the new ones arrive. */
export function useActivities(query: ActivityQuery, { isEnabled, isAgreed }: ActivityQueryOptions) {
  return useInfiniteQuery({
    ...activitiesQuery(query, isAgreed),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Facets for filters shown as checkboxes. */
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

/** Facets for filters shown as comboboxes: a separate request, since one takes at most eight. */
const COMBOBOXES: readonly FacetName[] = ['country', 'industry'];

/**
 * How many activities match in total and for each filter option. Part of the same search, so not counted again. Shows
 * the previous counts until the new ones arrive.
 */
export function useActivityCount(query: ActivityQuery, { isEnabled, isAgreed }: ActivityQueryOptions) {
  const count = useCount(query, BOXES, { isEnabled, isAgreed });
  const isCounted = count.isSuccess && !count.isPlaceholderData;
  const more = useCount(query, COMBOBOXES, { isEnabled: isEnabled && isCounted, isAgreed });
  const { data, isPlaceholderData, isFetching } = count;
  const facets = useMemo(() => data && { ...data.facets, ...more.data?.facets }, [data, more.data]);
  return { total: data?.total, facets, isPlaceholderData, isCounting: isFetching };
}

function useCount(
  query: ActivityQuery,
  facets: readonly FacetName[],
  { isEnabled, isAgreed }: ActivityQueryOptions,
) {
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

/** How long to keep suggestions for recently typed text. */
const SUGGESTIONS_KEPT_MS = 5 * 60_000;

/**
 * Suggestions for the typed words; none without words. Newer text aborts the request. Shows the previous suggestions
 * until the new ones arrive.
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

/** Reloads a list from the start, for example when its cursor has expired. */
export function useRestartActivities(query: ActivityQuery): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.resetQueries({ queryKey: keyOf(query), exact: true }), [client, query]);
}

/** Exact counts of a company's activities by category and by month. Browsing, so never counted as a search. */
export const companyCountsQuery = (companySlug: string) =>
  companyCount(companySlug, { facets: 'category,month' });

export function useCompanyCounts(companySlug: string) {
  return useQuery(companyCountsQuery(companySlug));
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

/** Similar companies; null if semantic search is unavailable. */
export function useRelatedCompanies(slug: string) {
  return useQuery({
    queryKey: ['related-companies', slug],
    queryFn: async ({ signal }) => {
      const path = `/activities/companies/${encodeURIComponent(slug)}/related`;
      return (await api.get<RelatedCompanies>(path, { signal })).items;
    },
    // Costs a semantic search and changes slowly.
    staleTime: 10 * 60_000,
  });
}

/** One activity by id: browsing. @returns null if there is none. */
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

/** Searches left this UTC month. */
export function useSearchesLeft() {
  return useQuery({
    queryKey: SEARCHES_KEY,
    queryFn: ({ signal }) => api.get<SearchesLeft>('/activities/searches', { signal }),
  });
}

export const filterOptionsQuery = queryOptions({
  queryKey: ['filter-options'],
  queryFn: ({ signal }) => api.get<FilterOptions>('/activities/filter-options', { signal }),
  // Filter options change only with an import.
  staleTime: 5 * 60_000,
  gcTime: 30 * 60_000,
});

export function useFilterOptions() {
  return useQuery(filterOptionsQuery);
}

export const companyQuery = (slug: string) =>
  queryOptions({
    queryKey: ['company', slug],
    queryFn: ({ signal }) =>
      api.get<Company>(`/activities/companies/${encodeURIComponent(slug)}`, { signal }),
  });

export function useCompany(slug: string) {
  return useQuery(companyQuery(slug));
}
