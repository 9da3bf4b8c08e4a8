import { onDatabase } from '@heliograph/postgres';
import { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { hashSecret } from '../../secrets';
import { actorOf } from '../convert/calls';
import { clientVersionOf, issued, refused, refusedAccount } from './convert';

/** Exchanges a refresh token, which is then spent, for a new pair (RFC 6749, section 6; RFC 9700, section 4.14). */
export async function refreshTokens(
  context: Context,
  { refreshToken, clientVersion }: cli.RefreshTokensRequest,
  call: CallContext,
): Promise<cli.TokenResponse> {
  const outcome = await onDatabase(() =>
    context.cliSessions.refresh(hashSecret(refreshToken), clientVersionOf(clientVersion), actorOf(call)),
  );
  switch (outcome.kind) {
    case 'rotated':
      context.metrics.tokensIssued('refresh_token');
      return issued(outcome.tokens);
    case 'repeated':
      context.metrics.tokensIssued('refresh_token_repeated');
      return issued(outcome.tokens);
    case 'account':
      return refusedAccount(outcome.status);
    case 'reused':
      context.metrics.refreshReused();
      context.logger.warn({ requestId: call.requestId }, 'refresh token reuse detected; session revoked');
      return over();
    case 'unknown':
    case 'expired':
      return over();
  }
}

/** The same response for every unusable token, so that a thief does not learn what happened to it. */
function over(): cli.TokenResponse {
  return refused(cli.TokenResponse_Outcome.INVALID_GRANT, 'The session has ended. Log in again.');
}
