import { onDatabase } from '@heliograph/postgres';
import { cli } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { hashSecret } from '../../secrets';
import { actorOf } from '../convert/calls';
import { issued, refused, refusedAccount } from './convert';

/** RFC 6749, section 4.1.3, with RFC 7636. The response does not say what was wrong with a code. */
export async function exchangeAuthorizationCode(
  context: Context,
  { code, redirectUri, codeVerifier }: cli.ExchangeAuthorizationCodeRequest,
  call: CallContext,
): Promise<cli.TokenResponse> {
  const outcome = await onDatabase(() =>
    context.authorizationCodes.exchange(hashSecret(code), redirectUri, codeVerifier, actorOf(call)),
  );
  switch (outcome.kind) {
    case 'issued':
      context.metrics.tokensIssued('authorization_code');
      return issued(outcome.tokens);
    case 'account':
      return refusedAccount(outcome.status);
    case 'unknown':
      return refused(
        cli.TokenResponse_Outcome.INVALID_GRANT,
        'The code is unknown, expired or used, or is not for this client. Log in again.',
      );
  }
}
