import { onDatabase } from '@heliograph/postgres';
import type { members } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf } from '../convert/calls';
import { memberRefusal, memberToResponse, noSuchMember, roleFromRequest } from './convert';

/**
 * @throws ServiceError `not_found`; `insufficient_scope` unless an owner acts; `invalid_parameter` for the last owner.
 */
export async function changeMemberRole(
  context: Context,
  request: members.ChangeMemberRoleRequest,
  call: CallContext,
): Promise<members.Member> {
  const role = roleFromRequest(request);
  const { accountId, userId, actor } = request;
  if (!isUuid(accountId) || !isUuid(userId)) throw noSuchMember();
  const member = await onDatabase(() =>
    context.members.changeRole(accountId, userId, role, actorOf(call, actor)),
  );
  if (typeof member === 'string') throw memberRefusal(member);
  context.metrics.changed('member.role');
  return memberToResponse(member);
}
