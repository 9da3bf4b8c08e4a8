import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import type { SignInOutcome } from '../../metrics';
import { signInIssue, signInOver } from '../../openid/failure';
import { generateSecret, hashSecret } from '../../secrets';
import type { SignInRefusal } from '../../storage/sign-in-store';
import { accountToResponse } from '../convert/accounts';
import { actorOf } from '../convert/calls';
import { completionFromRequest, sessionToResponse } from './convert';

/**
 * Completes a sign-in. Consumes the attempt first, so that nothing after it can be tried twice.
 *
 * If the process dies after the attempt is consumed, the user starts again. If it dies after the session is created,
 * the session stays in the list of sessions, and its secret is lost.
 *
 * @throws ServiceError `missing_credentials` when the sign-in is unknown, expired, or another browser's;
 *   `invalid_credentials` when the issuer refused, or the person cannot have an account; `account_disabled`,
 *   `account_suspended`; `unavailable`.
 */
export async function completeSignIn(
  context: Context,
  request: signIn.CompleteSignInRequest,
  call: CallContext,
): Promise<signIn.CompleteSignInResponse> {
  const { attemptSecret, query, browser } = completionFromRequest(request);
  try {
    const attempt = await onDatabase(() => context.attempts.take(hashSecret(attemptSecret)));
    if (!attempt) throw signInOver();
    const { person, idToken } = await context.openId.redeem(query, attempt);
    const { secret, hash } = generateSecret();
    const result = await onDatabase(() =>
      context.signIns.signIn(person, { ...browser, tokenHash: hash, idToken }, actorOf(call)),
    );
    if (result.kind === 'refused') {
      context.metrics.signedIn(result.reason);
      throw refusal(result.reason);
    }
    context.metrics.signedIn(result.kind);
    return {
      sessionToken: secret,
      session: sessionToResponse(result.session),
      account: accountToResponse(result.account),
      returnTo: attempt.returnTo,
      accountCreated: result.kind === 'created',
    };
  } catch (error) {
    if (!(error instanceof RefusedSignIn)) context.metrics.signedIn(outcomeOf(error));
    throw error;
  }
}

/** A refusal already counted under its reason. */
class RefusedSignIn extends ServiceError {}

function refusal(reason: SignInRefusal['reason']): RefusedSignIn {
  switch (reason) {
    case 'no_email':
    case 'email_taken':
    case 'email_unverified':
      return new RefusedSignIn('invalid_credentials', EMAIL_TEXTS[reason], { issues: signInIssue(reason) });
    case 'account_disabled':
      return new RefusedSignIn(reason, 'The account is disabled. Contact the operators.');
    case 'account_suspended':
      return new RefusedSignIn(reason, 'The account is suspended. Contact the operators.');
  }
}

const EMAIL_TEXTS = {
  no_email:
    'The identity provider did not share an email address. Allow access to your email, or ask the operator of the identity provider.',
  email_taken:
    'This email address already belongs to another sign-in. Sign in the way you did before, or contact the operators.',
  email_unverified:
    'The identity provider has not verified your email address, so it cannot be used here. Verify it there, then sign in again.',
};

function outcomeOf(error: unknown): SignInOutcome {
  if (!(error instanceof ServiceError)) return 'failed';
  switch (error.code) {
    case 'missing_credentials':
      return 'over';
    case 'invalid_credentials':
      return 'refused';
    case 'unavailable':
      return 'unavailable';
    default:
      return 'failed';
  }
}
