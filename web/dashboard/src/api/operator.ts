import type {
  AccessRestriction,
  AccountDetails,
  CreditBody,
  Credited,
  OperatedAccount,
  OperatedAccounts,
  OperatorConsole,
  PlanBody,
  RestrictionBody,
  StatusBody,
  StatusNotice,
  StatusNoticeBody,
} from '@heliograph/dashboard-api';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from './client';
import { listStaleTime, SESSION_KEY } from './query-client';
import { showSaved } from './show-saved';

const ACCOUNTS_KEY = ['operated-accounts'] as const;
const RESTRICTION_KEY = ['access-restriction'] as const;
const NOTICE_KEY = ['status-notice'] as const;
const CONSOLE_KEY = ['operator-console'] as const;
/** Keeps an open console current. */
const CONSOLE_REFRESH_MS = 15_000;
const accountKey = (id: string) => ['operated-account', id] as const;
const pathOf = (id: string) => `/operator/accounts/${encodeURIComponent(id)}`;

export const consoleQuery = queryOptions({
  queryKey: CONSOLE_KEY,
  queryFn: ({ signal }) => api.get<OperatorConsole>('/operator/console', { signal }),
});

export function useConsole() {
  return useQuery({ ...consoleQuery, refetchInterval: CONSOLE_REFRESH_MS });
}

export function useOperatedAccounts(query: string) {
  return useInfiniteQuery({
    queryKey: [...ACCOUNTS_KEY, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<OperatedAccounts>('/operator/accounts', { query: { query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: listStaleTime,
    placeholderData: keepPreviousData,
  });
}

export function useAccountDetails(id: string) {
  return useQuery({
    queryKey: accountKey(id),
    queryFn: ({ signal }) => api.get<AccountDetails>(pathOf(id), { signal }),
  });
}

function useAccountChanged(id: string) {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
    await client.invalidateQueries({ queryKey: accountKey(id) });
  };
}

export function useChangeStatus(id: string) {
  return useMutation({
    mutationFn: (body: StatusBody) => api.post<OperatedAccount>(`${pathOf(id)}/status`, body),
    onSuccess: useAccountChanged(id),
  });
}

export function useChangePlan(id: string) {
  return useMutation({
    mutationFn: (body: PlanBody) => api.post<OperatedAccount>(`${pathOf(id)}/plan`, body),
    onSuccess: useAccountChanged(id),
  });
}

export function useCredit(id: string) {
  return useMutation({
    mutationFn: (body: CreditBody) => api.post<Credited>(`${pathOf(id)}/credits`, body),
    onSuccess: useAccountChanged(id),
  });
}

export function useAccessRestriction() {
  return useQuery({
    queryKey: RESTRICTION_KEY,
    queryFn: ({ signal }) => api.get<AccessRestriction>('/operator/access-restriction', { signal }),
  });
}

export function useRestrictAccess() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RestrictionBody) => api.put<AccessRestriction>('/operator/access-restriction', body),
    onSuccess: async (restriction) => {
      await showSaved(client, RESTRICTION_KEY, restriction);
      // The banner on every page shows it too.
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}

export function useStatusNotice() {
  return useQuery({
    queryKey: NOTICE_KEY,
    queryFn: ({ signal }) => api.get<StatusNotice>('/operator/status-notice', { signal }),
  });
}

export function useSetStatusNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StatusNoticeBody) => api.put<StatusNotice>('/operator/status-notice', body),
    onSuccess: (notice) => showSaved(client, NOTICE_KEY, notice),
  });
}
