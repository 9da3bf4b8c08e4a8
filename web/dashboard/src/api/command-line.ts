import type {
  Authorized,
  AuthorizeBody,
  CliSessions,
  DecideBody,
  DeviceLogin,
} from '@heliograph/dashboard-api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';

const CLI_SESSIONS_KEY = ['cli-sessions'] as const;

export function useCliSessions() {
  return useQuery({
    queryKey: CLI_SESSIONS_KEY,
    queryFn: ({ signal }) => api.get<CliSessions>('/cli/sessions', { signal }),
  });
}

export function useRevokeCliSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/cli/sessions/${encodeURIComponent(id)}`),
    // Even if it failed: it may have ended, and the response lost.
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: ['audit'] });
      await client.invalidateQueries({ queryKey: CLI_SESSIONS_KEY });
    },
  });
}

const loginPath = (userCode: string) => `/cli/device-logins/${encodeURIComponent(userCode)}`;

/** The device waiting with a user code; not found if the code is unknown, expired, or already decided. */
export function useDeviceLogin(userCode: string | undefined) {
  return useQuery({
    queryKey: ['device-login', userCode],
    queryFn: ({ signal }) => api.get<DeviceLogin>(loginPath(userCode ?? ''), { signal }),
    enabled: userCode !== undefined,
    // Do not offer a request that was decided elsewhere.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useDecideDeviceLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userCode, body }: { userCode: string; body: DecideBody }) =>
      api.post<unknown>(loginPath(userCode), body),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: CLI_SESSIONS_KEY });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
}

export function useAuthorize() {
  return useMutation({
    mutationFn: (body: AuthorizeBody) => api.post<Authorized>('/cli/authorizations', body),
  });
}
