import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isBarrier, isSignedOut, isTransient } from './errors';

/** What is shown may be so old before it is asked for again. */
const STALE_MS = 20_000;
const MOST_RETRIES = 2;

/** Where the failure of whichever request says that the dashboard cannot be used, the whole page says so. */
interface SessionListeners {
  /** The session is over: to the sign-in, and back here afterwards. */
  onSignedOut: () => void;
}

export const SESSION_KEY = ['session'] as const;
/** Holds the failure that bars the account; see useBarrier. */
export const BARRIER_KEY = ['barrier'] as const;

export function createQueryClient(listeners: SessionListeners): QueryClient {
  const watch = (error: unknown, isSession: boolean) => {
    // The session's own failure is shown by the gate that asked for it.
    if (isSignedOut(error) && !isSession) listeners.onSignedOut();
    if (isBarrier(error)) client.setQueryData(BARRIER_KEY, error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => watch(error, query.queryKey[0] === SESSION_KEY[0]),
    }),
    mutationCache: new MutationCache({ onError: (error) => watch(error, false) }),
    defaultOptions: {
      queries: {
        // Without a network it is said at once, and not waited for in silence.
        networkMode: 'always',
        staleTime: STALE_MS,
        retry: (count, error) => count < MOST_RETRIES && isTransient(error),
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
