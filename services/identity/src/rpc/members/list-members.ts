import { onDatabase } from '@heliograph/postgres';
import type { members } from '@heliograph/proto';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { noSuchAccount } from '../not-found';
import { memberToResponse } from './convert';

export async function listMembers(
  context: Context,
  { accountId }: members.ListMembersRequest,
): Promise<members.ListMembersResponse> {
  if (!isId(accountId)) throw noSuchAccount();
  const found = await onDatabase(() => context.members.list(accountId));
  return { members: found.map(memberToResponse) };
}
