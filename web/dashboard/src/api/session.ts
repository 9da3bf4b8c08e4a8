import type { Account, SessionState, SignedOut, UpdateAccountBody } from '@heliograph/dashboard-api';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api, fetchSession } from './client';
import { type ApiError, asApiError } from './errors';
import { BARRIER_KEY, SESSION_KEY } from './query-client';
import { rememberSignOut } from './signed-out';

/** Asks for the session; of the gate and of the sign-in page. Pages take {@link useSession}. */
export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: 30_000,
  });
}

export const SessionContext = createContext<SessionState | null>(null);

/** Who is signed in. Only within the pages behind the sign-in, where it is always there. */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is for pages behind the sign-in');
  return session;
}

/** The failure that bars the account from every page, if there was one. */
export function useBarrier(): ApiError | undefined {
  const { data } = useQuery<unknown>({
    queryKey: BARRIER_KEY,
    // No request is made: the failure of another one sets it.
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
  });
  return asApiError(data);
}

/** Forgets the barrier and asks again. */
export function useBarrierRetry(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(BARRIER_KEY, null);
    await client.resetQueries({ queryKey: SESSION_KEY });
  };
}

/** Signs out here, also from a suspended account, and leaves for where the server says. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => api.post<SignedOut>('/sign-out', undefined, { root: '/auth' }),
    onSuccess: ({ redirectTo }) => {
      rememberSignOut(window.sessionStorage);
      leaveTo(redirectTo);
    },
  });
}

export function useUpdateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAccountBody) => api.patch<Account>('/account', body),
    onSuccess: (account) => {
      client.setQueryData<SessionState>(SESSION_KEY, (session) => session && { ...session, account });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
}

/**
 * Leaves the pages, with everything they hold in memory. Only for addresses of the own server's answers.
 *
 * @throws RangeError for an address that is not of http or https.
 */
export function leaveTo(address: string): void {
  const url = new URL(address, window.location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new RangeError('not an address of the web');
  window.location.assign(url.href);
}
