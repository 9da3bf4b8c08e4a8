import { onDatabase } from '@heliograph/postgres';
import type { members } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf } from '../convert/calls';
import { memberRefusal, noSuchMember } from './convert';

/**
 * @throws ServiceError `not_found`; `insufficient_scope` unless an owner or the member acts; `invalid_parameter` for
 *   the last owner.
 */
export async function removeMember(
  context: Context,
  { accountId, userId, actor }: members.RemoveMemberRequest,
  call: CallContext,
): Promise<members.RemoveMemberResponse> {
  if (!isUuid(accountId) || !isUuid(userId)) throw noSuchMember();
  const result = await onDatabase(() => context.members.remove(accountId, userId, actorOf(call, actor)));
  if (result !== 'removed') throw memberRefusal(result);
  context.metrics.changed('member.remove');
  return {};
}
