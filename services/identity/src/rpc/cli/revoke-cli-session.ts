import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf, sessionOwnerFromRequest } from '../convert/calls';
import { noSuchSession } from '../not-found';

/** @throws ServiceError `not_found` when the user, or else the account, has no such session. */
export async function revokeCliSession(
  context: Context,
  request: cli.RevokeCliSessionRequest,
  call: CallContext,
): Promise<cli.RevokeCliSessionResponse> {
  const owner = sessionOwnerFromRequest(request);
  const { sessionId, actor } = request;
  const isFound =
    owner !== undefined &&
    isUuid(sessionId) &&
    (await onDatabase(() => context.cliSessions.revoke(owner, sessionId, actorOf(call, actor))));
  if (!isFound) throw noSuchSession();
  context.metrics.changed('cli_session.revoke');
  return {};
}
