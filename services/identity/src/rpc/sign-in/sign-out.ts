import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { actorOf } from '../convert/calls';
import { tokenHashFromRequest } from '../convert/credentials';

/** Ends a session, whether or not the issuer can be asked to end its own. */
export async function signOut(
  context: Context,
  request: signIn.SignOutRequest,
  call: CallContext,
): Promise<signIn.SignOutResponse> {
  const hash = tokenHashFromRequest(request);
  const idToken = await onDatabase(() => context.webSessions.end(hash, actorOf(call)));
  context.metrics.changed('session.end');
  return { endSessionUrl: await context.openId.endSessionUrl(idToken) };
}
