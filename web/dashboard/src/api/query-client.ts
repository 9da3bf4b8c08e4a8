import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { isAccessBlock, isSignedOut, isTimeout, isTransient } from './errors';

/** How old displayed data may get before it is refetched. */
const STALE_MS = 20_000;
const MAXIMUM_RETRIES = 2;

// By default, components learn of a change in a later task, and the second click of a double click comes before it: a
// button that was not busy yet sent its change twice.
notifyManager.setScheduler(queueMicrotask);

/**
 * For lists that load page by page: refetching one asks for each of its pages, so it is due as many times later. Then a
 * list asks for no more than other data, however long it has become.
 */
export const listStaleTime = (query: { state: { data?: unknown } }): number => STALE_MS * pagesOf(query);

/** How many pages of a list are loaded; at least one. */
export function pagesOf({ state: { data } }: { state: { data?: unknown } }): number {
  return Math.max(1, (data as InfiniteData<unknown> | undefined)?.pages.length ?? 0);
}

interface SessionListeners {
  /** The session is over: go to the sign-in page, then return here. */
  onSignedOut: () => void;
}

export const SESSION_KEY = ['session'] as const;
/** Holds the failure, from any request, that bars the account; every page then shows it (see useAccessBlock). */
export const ACCESS_BLOCK_KEY = ['barrier'] as const;

export function createQueryClient(listeners: SessionListeners): QueryClient {
  const watch = (error: unknown) => {
    // Without a session, none has ended: the gate that loads the first one shows its own failure.
    const hadSession = client.getQueryData(SESSION_KEY) !== undefined;
    if (isSignedOut(error) && hadSession) listeners.onSignedOut();
    if (isAccessBlock(error)) client.setQueryData(ACCESS_BLOCK_KEY, error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // When offline, fail immediately instead of waiting silently.
        networkMode: 'always',
        staleTime: STALE_MS,
        // A server that takes this long gets no more requests, and the user an answer, instead of a wait three times as long.
        retry: (count, error) => count < MAXIMUM_RETRIES && isTransient(error) && !isTimeout(error),
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
