import { onDatabase } from '@heliograph/postgres';
import type { identity, members } from '@heliograph/proto';
import { ServiceError, isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { accountToResponse } from '../convert/accounts';
import { actorOf } from '../convert/calls';
import { memberRoleToResponse, userToResponse } from '../convert/members';
import { nameFromRequest, noSuchMember } from './convert';

/** Empty for an unknown user. */
export async function listMemberships(
  context: Context,
  { userId }: members.ListMembershipsRequest,
): Promise<members.ListMembershipsResponse> {
  if (!isUuid(userId)) throw noSuchMember();
  const found = await onDatabase(() => context.members.listAccounts(userId));
  return {
    memberships: found.map(({ account, role, members }) => ({
      account: accountToResponse(account),
      role: memberRoleToResponse(role),
      members,
    })),
  };
}

/** @throws ServiceError `not_found` unless the user is a member of that account and it is active. */
export async function switchAccount(
  context: Context,
  { sessionId, userId, accountId }: members.SwitchAccountRequest,
): Promise<members.SwitchAccountResponse> {
  const isSwitched =
    [sessionId, userId, accountId].every(isUuid) &&
    (await onDatabase(() => context.members.switchAccount(sessionId, userId, accountId)));
  if (!isSwitched) {
    throw new ServiceError('not_found', 'You are not a member of this account, or it is suspended.');
  }
  return {};
}

/** @throws ServiceError `invalid_parameter`, `not_found`. */
export async function updateUser(
  context: Context,
  request: members.UpdateUserRequest,
  call: CallContext,
): Promise<identity.User> {
  const name = nameFromRequest(request);
  const { id, actor } = request;
  const user = isUuid(id)
    ? await onDatabase(() => context.members.rename(id, name, actorOf(call, actor)))
    : undefined;
  if (!user) throw noSuchMember();
  context.metrics.changed('user.update');
  return userToResponse(user);
}
