import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf, sessionOwnerFromRequest } from '../convert/calls';
import { noSuchSession } from '../not-found';

/** @throws ServiceError `not_found` when the user, or else the account, has no such session. */
export async function revokeSession(
  context: Context,
  request: signIn.RevokeSessionRequest,
  call: CallContext,
): Promise<signIn.RevokeSessionResponse> {
  const owner = sessionOwnerFromRequest(request);
  const { sessionId, actor } = request;
  const isFound =
    owner !== undefined &&
    isUuid(sessionId) &&
    (await onDatabase(() => context.webSessions.revoke(owner, sessionId, actorOf(call, actor))));
  if (!isFound) throw noSuchSession();
  context.metrics.changed('session.revoke');
  return {};
}
