import type {
  Account,
  SessionState,
  SignedOut,
  UpdateAccountBody,
  UpdateProfileBody,
  UserProfile,
} from '@heliograph/dashboard-api';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api, fetchSession } from './client';
import { type ApiError, asApiError } from './errors';
import { ACCESS_BLOCK_KEY, SESSION_KEY } from './query-client';
import { showSaved } from './show-saved';
import { announceSignOut } from './sign-out-signal';
import { rememberSignOut } from './signed-out';

/** Fetches the session, for the gate and the sign-in page. Pages use {@link useSession}. */
export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: 30_000,
  });
}

export const SessionContext = createContext<SessionState | null>(null);

/** The signed-in user's session. Only for pages behind sign-in, which always have one. */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is for pages behind the sign-in');
  return session;
}

/** Whose drafts are whose (kept-drafts.ts). */
export function draftOwnerOf({ account, user }: SessionState): string {
  return `${account.id}:${user.id}`;
}

/** The failure that bars the account from every page, if any. */
export function useAccessBlock(): ApiError | undefined {
  const { data } = useQuery<unknown>({
    queryKey: ACCESS_BLOCK_KEY,
    // Makes no request: another request's failure sets it.
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
  });
  return asApiError(data);
}

/** Clears the access block and tries again. */
export function useAccessBlockRetry(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(ACCESS_BLOCK_KEY, null);
    await client.resetQueries({ queryKey: SESSION_KEY });
  };
}

/**
 * Signs out here, even from a suspended account, and goes where the server says. Takes the path that the next sign-in
 * in this tab returns to.
 */
export function useSignOut() {
  return useMutation({
    mutationFn: (_returnTo: string | undefined) =>
      api.post<SignedOut>('/sign-out', undefined, { root: '/auth' }),
    onSuccess: ({ redirectTo }, returnTo) => {
      announceSignOut();
      rememberSignOut(window, returnTo);
      navigateAway(redirectTo);
    },
  });
}

export function useUpdateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAccountBody) => api.patch<Account>('/account', body),
    onSuccess: (account) => {
      client.setQueryData<SessionState>(SESSION_KEY, (session) => session && { ...session, account });
      // If the account has one member, that member takes the account's name.
      void client.invalidateQueries({ queryKey: SESSION_KEY });
      void client.invalidateQueries({ queryKey: ['members'] });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
}

/** Changes the user's own name, which is separate from the account's. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProfileBody) => api.patch<UserProfile>('/profile', body),
    onSuccess: async (user) => {
      await showSaved<SessionState>(client, SESSION_KEY, (session) => session && { ...session, user });
      void client.invalidateQueries({ queryKey: ['members'] });
    },
  });
}

/**
 * Leaves the app and drops everything it holds in memory. Only for addresses from our own server's responses.
 *
 * @throws RangeError if the address is not http or https.
 */
export function navigateAway(address: string): void {
  const url = new URL(address, window.location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RangeError('not an http or https URL');
  window.location.assign(url.href);
}
