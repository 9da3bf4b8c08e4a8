import { clientAddress } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import { returnPath } from '../domain/return-path';
import type { Operation } from '../http/operation';
import {
  attemptReturnPathOf,
  attemptSecretOf,
  clearAttemptCookies,
  sessionSecretOf,
  setSessionCookie,
} from './cookies';
import { recordValidSession } from './rejections';
import { checkIsPage } from './same-site';
import { hashOfSecret } from './session';
import { SIGN_IN_TIMEOUT_MS, countSignInRequest } from './sign-in';
import { failSignIn } from './sign-in-error';

/** No issuer sends longer values. */
const MAXIMUM_QUERY_LENGTH = 8_192;
const MAXIMUM_USER_AGENT_LENGTH = 400;

/**
 * `GET /auth/callback`: the browser returns from the issuer. A session always begins with a new secret, whatever the
 * browser sent; the previous session ends.
 *
 * If the process dies before the cookie arrives, a session whose secret is lost remains until it idles out; the
 * user signs in again.
 */
export const completeSignIn: Operation = {
  name: 'completeSignIn',
  methods: ['GET'],
  async handle(context, exchange) {
    checkIsPage(exchange);
    const state = new URLSearchParams(exchange.rawQuery).get('state') ?? '';
    try {
      await countSignInRequest(context, exchange);
      const attemptSecret = attemptSecretOf(exchange, state);
      // Single use, whatever the outcome.
      clearAttemptCookies(exchange, state);
      if (attemptSecret === undefined || exchange.rawQuery.length > MAXIMUM_QUERY_LENGTH) {
        throw new ServiceError('missing_credentials', 'This browser did not start a sign-in.');
      }
      const previous = sessionSecretOf(exchange);
      const { sessionToken, session, returnTo, accountCreated } = await context.clients.signIn.completeSignIn(
        {
          attemptSecret,
          callbackQuery: exchange.rawQuery,
          userAgent: printable(exchange.header('user-agent')),
          address: clientAddress(exchange.request, context.config.trustedProxies),
          previousTokenHash: previous === undefined ? Buffer.alloc(0) : hashOfSecret(previous),
        },
        exchange.call(SIGN_IN_TIMEOUT_MS),
      );
      recordValidSession(context, hashOfSecret(sessionToken));
      setSessionCookie(exchange, sessionToken, session?.expiresAt?.getTime() ?? 0, context.clock());
      context.metrics.signedIn(accountCreated ? 'created' : 'succeeded');
      // Validated when stored, and again here: a redirect should not rely on trust.
      exchange.redirect(context.site.origin + returnPath(returnTo), 302);
    } catch (error) {
      // Read from the browser's cookie, so it is known whatever failed: the issuer, identity, or the attempt itself.
      failSignIn(context, exchange, error, attemptReturnPathOf(exchange, state));
    }
  },
};

function printable(userAgent: string | undefined): string {
  return (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAXIMUM_USER_AGENT_LENGTH);
}
