import { mayDo, type PermittedOperation } from '@heliograph/contract';
import type {
  AcceptedInvitation,
  ChangeMemberBody,
  CreatedInvitation,
  CreateInvitationBody,
  Member,
  MemberList,
  ReceivedInvitation,
  SwitchAccountBody,
} from '@heliograph/dashboard-api';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { SESSION_KEY } from './query-client';
import { useSession } from './session';

const MEMBERS_KEY = ['members'] as const;

/**
 * Whether the user's role in the account allows an operation. The server decides; pages just hide what it would refuse.
 */
export function useMay(operation: PermittedOperation): boolean {
  return mayDo(useSession().memberRole, operation);
}

export const membersQuery = queryOptions({
  queryKey: MEMBERS_KEY,
  queryFn: ({ signal }) => api.get<MemberList>('/members', { signal }),
});

export function useMembers() {
  return useQuery(membersQuery);
}

export function useInvite() {
  return useMutation({
    mutationFn: (body: CreateInvitationBody) => api.post<CreatedInvitation>('/members/invitations', body),
    onSettled: useMembersChanged(),
  });
}

export function useRevokeInvitation() {
  return useMutation({
    mutationFn: (id: string) => api.delete(`/members/invitations/${encodeURIComponent(id)}`),
    onSettled: useMembersChanged(),
  });
}

export function useChangeMember() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ChangeMemberBody }) =>
      api.patch<Member>(`/members/${encodeURIComponent(id)}`, body),
    onSettled: useMembersChanged(),
  });
}

export function useRemoveMember() {
  return useMutation({
    mutationFn: (id: string) => api.delete(`/members/${encodeURIComponent(id)}`),
    onSettled: useMembersChanged(),
  });
}

export function useLeaveAccount() {
  return useMutation({ mutationFn: () => api.delete('/membership') });
}

/** @param token undefined: no lookup. */
export function useInvitation(token: string | undefined) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post<ReceivedInvitation>('/invitations/lookup', { token }),
    enabled: token !== undefined,
    retry: false,
  });
}

/** Accepts the invitation and switches to its account. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: async (token: string) => {
      const { accountId } = await api.post<AcceptedInvitation>('/invitations/acceptance', { token });
      await switchTo(accountId);
    },
  });
}

export function useSwitchAccount() {
  return useMutation({ mutationFn: switchTo });
}

function switchTo(accountId: string): Promise<unknown> {
  return api.put('/session/account', { accountId } satisfies SwitchAccountBody);
}

/**
 * Also after a failure: the response may be lost, or another owner faster. Not awaited: an invitation's link, shown once,
 * would wait for the list.
 */
function useMembersChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['audit'] });
    void client.invalidateQueries({ queryKey: SESSION_KEY });
    void client.invalidateQueries({ queryKey: MEMBERS_KEY });
  };
}
