import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { Context } from '../../context';
import { generateSecret } from '../../secrets';
import { returnToFromRequest } from './convert';

/**
 * Starts a sign-in. What the issuer sees (state, nonce, challenge) and what the browser keeps are drawn independently,
 * so that neither reveals the other.
 *
 * @throws ServiceError `invalid_parameter`; `unavailable` when no issuer is configured, or it does not answer.
 */
export async function beginSignIn(
  context: Context,
  request: signIn.BeginSignInRequest,
): Promise<signIn.BeginSignInResponse> {
  const returnTo = returnToFromRequest(request);
  const secrets = {
    state: generateSecret().secret,
    nonce: generateSecret().secret,
    codeVerifier: generateSecret().secret,
  };
  const authorizationUrl = await context.openId.authorizationUrl(secrets);
  const { secret, hash } = generateSecret();
  const expiresAt = await onDatabase(() => context.attempts.create(hash, { ...secrets, returnTo }));
  return { authorizationUrl, attemptSecret: secret, expiresAt };
}
