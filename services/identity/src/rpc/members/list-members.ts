import { onDatabase } from '@heliograph/postgres';
import type { members } from '@heliograph/proto';
import { isUuid } from '@heliograph/runtime';
import type { Context } from '../../context';
import { noSuchAccount } from '../not-found';
import { invitationToResponse, memberToResponse } from './convert';

export async function listMembers(
  context: Context,
  { accountId }: members.ListMembersRequest,
): Promise<members.ListMembersResponse> {
  if (!isUuid(accountId)) throw noSuchAccount();
  const [found, invitations] = await Promise.all([
    onDatabase(() => context.members.list(accountId)),
    onDatabase(() => context.invitations.list(accountId)),
  ]);
  return { members: found.map(memberToResponse), invitations: invitations.map(invitationToResponse) };
}
