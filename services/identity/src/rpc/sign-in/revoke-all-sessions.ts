import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf, sessionOwnerFromRequest } from '../convert/calls';
import { noSuchAccount } from '../not-found';

/** Signs a user, or everyone in an account, out everywhere. */
export async function revokeAllSessions(
  context: Context,
  request: signIn.RevokeAllSessionsRequest,
  call: CallContext,
): Promise<signIn.RevokeAllSessionsResponse> {
  const owner = sessionOwnerFromRequest(request);
  if (!owner) throw noSuchAccount();
  const revoked = await onDatabase(() =>
    context.webSessions.revokeAll(owner, request.includeCli, actorOf(call, request.actor)),
  );
  context.metrics.changed('session.revoke_all');
  return { revoked };
}
