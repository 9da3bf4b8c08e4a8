import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  useActivities,
  useActivityCount,
  useRestartActivities,
  type ActivityQuery,
} from '../../api/activities';
import { useConsent } from './use-consent';
import { readFilters, writeFilters, type ActivityFilters } from './domain/filters';
import { wordsOf } from './domain/search-words';

/** The latest search: applied, or about to be. */
interface Asked {
  /** The history entry it was made in; for any other entry, the URL decides. */
  entry: string;
  filters: ActivityFilters;
  /** The address's query. */
  address: string;
}

export function queryOf(filters: ActivityFilters): ActivityQuery {
  return { parameters: Object.fromEntries(writeFilters(filters)), isSearch: wordsOf(filters) !== '' };
}

/** The search in the URL, its activities, and how to change it. The URL is the only state. */
export function useActivitySearch() {
  const location = useLocation();
  const navigate = useNavigate();
  const read = useMemo(() => readFilters(new URLSearchParams(location.search)), [location.search]);
  const { filters: applied, issues } = read;
  const query = useMemo(() => queryOf(applied), [applied]);
  const { isSearch } = query;
  const isReadable = issues.length === 0;
  const consent = useConsent(isSearch);
  const { isAgreed } = consent;
  const activities = useActivities(query, { isEnabled: isReadable && consent.isGiven, isAgreed });
  const count = useActivityCount(query, {
    isEnabled: isReadable && activities.isSuccess && !activities.isPlaceholderData && applied.semantic === '',
    isAgreed,
  });

  // A URL change takes a moment. Until then, boxes stay checked and the next change builds on them.
  const [asked, setAsked] = useState<Asked | null>(null);
  // Otherwise, going back to this entry would bring it up again.
  if (asked && asked.entry !== location.key) setAsked(null);
  const current: Asked =
    asked?.entry === location.key
      ? asked
      : {
          entry: location.key,
          filters: applied,
          address: new URLSearchParams(location.search).toString(),
        };
  const latest = useRef(current);
  latest.current = current;

  const restart = useRestartActivities(query);
  const show = useCallback(
    (filters: ActivityFilters, options: { keepsPlace: boolean }) => {
      const { entry, address: before } = latest.current;
      const address = writeFilters(filters).toString();
      if (address === before) {
        // The same search is not counted again: reload only its first page, since each further one may cost.
        void restart();
        return;
      }
      latest.current = { entry, filters, address };
      setAsked(latest.current);
      void navigate({ search: address }, { preventScrollReset: options.keepsPlace });
    },
    [navigate, restart],
  );
  const change = useCallback(
    (part: Partial<ActivityFilters>) => show({ ...latest.current.filters, ...part }, { keepsPlace: true }),
    [show],
  );

  return {
    ...read,
    filters: current.filters,
    query,
    activities,
    count,
    /** The words of the search the counts belong to; undefined until known. */
    countedSearch: count.facets && !count.isPlaceholderData ? wordsOf(applied) : undefined,
    consent,
    show,
    change,
  };
}

export type ActivitySearch = ReturnType<typeof useActivitySearch>;
