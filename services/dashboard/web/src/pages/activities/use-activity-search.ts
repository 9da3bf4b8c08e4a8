import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActivities, useActivityCount, type ActivityQuery } from '../../api/activities';
import { readFilters, writeFilters, type ActivityFilters } from './domain/filters';
import { createSearchId } from './domain/search-id';
import { SearchIdentities, type NamedSearch, type TextStore } from './domain/search-identity';
import { wordsOf } from './domain/search-words';

const identities = new SearchIdentities(sessionStore(), createSearchId);

/** undefined where the browser refuses even to be asked. */
function sessionStore(): TextStore | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** What was asked for last: in force, or on its way there. */
interface Asked {
  /** The history entry it was asked in: once there is another one, the address says it. */
  entry: string;
  filters: ActivityFilters;
  /** The address's query. */
  address: string;
  search: NamedSearch | undefined;
}

/** What the address asks for, its activities, and how to ask for something else. The address is all the state there is. */
export function useActivitySearch() {
  const location = useLocation();
  const navigate = useNavigate();
  const read = useMemo(() => readFilters(new URLSearchParams(location.search)), [location.search]);
  const { filters: inForce, faults } = read;
  const words = useMemo(() => wordsOf(inForce), [inForce]);
  const carried = (location.state as { search?: unknown } | null)?.search;
  // The same answer for the same entry and words, so asking for it while rendering is harmless.
  const searchId = words === '' ? undefined : identities.idOf(location.key, words, carried);

  const query = useMemo<ActivityQuery>(
    () => ({ parameters: Object.fromEntries(writeFilters(inForce)), searchId }),
    [inForce, searchId],
  );
  const isReadable = faults.length === 0;
  const activities = useActivities(query, { isEnabled: isReadable });
  const isPartly = (activities.data?.pages.at(-1)?.nextCursor ?? null) !== null;
  const count = useActivityCount(query, {
    isEnabled:
      isReadable &&
      activities.isSuccess &&
      !activities.isPlaceholderData &&
      isPartly &&
      inForce.semantic === '',
  });

  // A change of address takes a moment. A box stays ticked meanwhile, and what is asked for next builds on it.
  const [asked, setAsked] = useState<Asked | null>(null);
  // The way back to the entry would bring it up again.
  if (asked && asked.entry !== location.key) setAsked(null);
  const current: Asked =
    asked?.entry === location.key
      ? asked
      : {
          entry: location.key,
          filters: inForce,
          address: new URLSearchParams(location.search).toString(),
          search: searchId === undefined ? undefined : { words, id: searchId },
        };
  const latest = useRef(current);
  latest.current = current;

  const { refetch } = activities;
  const show = useCallback(
    (filters: ActivityFilters, options: { keepsPlace: boolean }) => {
      const { entry, address: before, search: searchBefore } = latest.current;
      const address = writeFilters(filters).toString();
      if (address === before) {
        // The same once more: of the same history entry, so not another search.
        void refetch();
        return;
      }
      const search = namedSearch(wordsOf(filters), searchBefore);
      latest.current = { entry, filters, address, search };
      setAsked(latest.current);
      void navigate(
        { search: address },
        { state: search && { search }, preventScrollReset: options.keepsPlace },
      );
    },
    [navigate, refetch],
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
    isSearching: words !== '',
    show,
    change,
  };
}

export type ActivitySearch = ReturnType<typeof useActivitySearch>;

/** The name that words are searched under: that of the search before when the words are still the same. */
function namedSearch(words: string, before: NamedSearch | undefined): NamedSearch | undefined {
  if (words === '') return undefined;
  return before?.words === words ? before : { words, id: createSearchId() };
}
