import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
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
    isId(sessionId) &&
    (await onDatabase(() => context.cliSessions.revoke(owner, sessionId, actorOf(call, actor))));
  if (!isFound) throw noSuchSession();
  context.metrics.changed('cli_session.revoke');
  return {};
}
