import type { SampleSearch } from '@heliograph/dashboard-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './client';

/** A search of the sample corpus, for visitors. */
export function useSampleSearch(words: string) {
  return useQuery({
    queryKey: ['sample', words],
    queryFn: ({ signal }) =>
      api.get<SampleSearch>('/sample/search', { query: { q: words }, root: '', signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
