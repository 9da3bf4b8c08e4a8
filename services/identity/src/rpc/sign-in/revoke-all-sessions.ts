import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { actorOf } from '../convert';
import { noSuchAccount } from '../not-found';

/** Signs an account out everywhere. */
export async function revokeAllSessions(
  context: Context,
  { accountId, includeCli, actor }: signIn.RevokeAllSessionsRequest,
  call: CallContext,
): Promise<signIn.RevokeAllSessionsResponse> {
  if (!isId(accountId)) throw noSuchAccount();
  const revoked = await onDatabase(() =>
    context.webSessions.revokeAll(accountId, includeCli, actorOf(call, actor)),
  );
  context.metrics.changed('session.revoke_all');
  return { revoked };
}
