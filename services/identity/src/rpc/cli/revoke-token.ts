import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { hashSecret } from '../../secrets';
import { actorOf } from '../convert/calls';

/** RFC 7009: either token ends the session; the response does not say whether there was one. */
export async function revokeToken(
  context: Context,
  { token }: cli.RevokeTokenRequest,
  call: CallContext,
): Promise<cli.RevokeTokenResponse> {
  await onDatabase(() => context.cliSessions.endByToken(hashSecret(token), actorOf(call)));
  context.metrics.changed('cli_session.end');
  return {};
}
