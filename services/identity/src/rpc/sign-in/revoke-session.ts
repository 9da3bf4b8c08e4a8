import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { actorOf } from '../convert';
import { noSuchSession } from '../not-found';

/** @throws ServiceError `not_found` when the account has no such session. */
export async function revokeSession(
  context: Context,
  { accountId, sessionId, actor }: signIn.RevokeSessionRequest,
  call: CallContext,
): Promise<signIn.RevokeSessionResponse> {
  const isFound =
    isId(accountId) &&
    isId(sessionId) &&
    (await onDatabase(() => context.webSessions.revoke(accountId, sessionId, actorOf(call, actor))));
  if (!isFound) throw noSuchSession();
  context.metrics.changed('session.revoke');
  return {};
}
