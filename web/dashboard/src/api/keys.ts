import type {
  ApiKey,
  CreatedKey,
  CreateKeyBody,
  KeyList,
  RollKeyBody,
  UpdateKeyBody,
} from '@heliograph/dashboard-api';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { OVERVIEW_KEY } from './overview';

const KEYS_KEY = ['keys'] as const;

export { SCOPES as scopes } from '@heliograph/contract';

export const keysQuery = queryOptions({
  queryKey: KEYS_KEY,
  queryFn: ({ signal }) => api.get<KeyList>('/keys', { signal }),
});

/**
 * @param pollMs polling interval while something is pending.
 * @param isEnabled false for members who may not see keys.
 */
export function useKeys(pollMs: number | false = false, isEnabled = true) {
  return useQuery({ ...keysQuery, enabled: isEnabled, refetchInterval: pollMs });
}

/**
 * After any change to a key, refreshes the list and the overview's part about keys. Not awaited: a new key's secret
 * would be shown only afterwards.
 */
function useKeysChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    void client.invalidateQueries({ queryKey: ['audit'] });
    void client.invalidateQueries({ queryKey: KEYS_KEY });
  };
}

const pathOf = (id: string) => `/keys/${encodeURIComponent(id)}`;

export function useCreateKey() {
  return useMutation({
    mutationFn: (body: CreateKeyBody) => api.post<CreatedKey>('/keys', body),
    // Even if it failed: there may be a key, and its response lost.
    onSettled: useKeysChanged(),
    // The secret stays only in the dialog that shows it.
    gcTime: 0,
  });
}

export function useUpdateKey() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: UpdateKeyBody }) => api.patch<ApiKey>(pathOf(id), body),
    onSuccess: useKeysChanged(),
  });
}

export function useRollKey() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: RollKeyBody }) =>
      api.post<CreatedKey>(`${pathOf(id)}/roll`, body),
    onSettled: useKeysChanged(),
    gcTime: 0,
  });
}

export function useRevokeKey() {
  return useMutation({
    mutationFn: (id: string) => api.delete(pathOf(id)),
    onSuccess: useKeysChanged(),
  });
}
