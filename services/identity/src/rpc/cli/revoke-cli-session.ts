import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { actorOf } from '../convert';
import { noSuchSession } from '../not-found';

/** @throws ServiceError `not_found` when the account has no such session. */
export async function revokeCliSession(
  context: Context,
  { accountId, sessionId, actor }: cli.RevokeCliSessionRequest,
  call: CallContext,
): Promise<cli.RevokeCliSessionResponse> {
  const isFound =
    isId(accountId) &&
    isId(sessionId) &&
    (await onDatabase(() => context.cliSessions.revoke(accountId, sessionId, actorOf(call, actor))));
  if (!isFound) throw noSuchSession();
  context.metrics.changed('cli_session.revoke');
  return {};
}
