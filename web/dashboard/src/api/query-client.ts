import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAccessBlock, isSignedOut, isTransient } from './errors';

/** How old displayed data may get before it is refetched. */
const STALE_MS = 20_000;
const MAXIMUM_RETRIES = 2;

// By default, components learn of a change in a later task, and the second click of a double click comes before it: a
// button that was not busy yet sent its change twice.
notifyManager.setScheduler(queueMicrotask);

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
        retry: (count, error) => count < MAXIMUM_RETRIES && isTransient(error),
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
