import { clientNetwork } from '@heliograph/edge';
import { isLoopback } from '@heliograph/runtime';
import { returnPath } from '../domain/return-path';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { countAddressRequest } from '../http/limit';
import type { Operation } from '../http/operation';
import { setAttemptCookies } from './cookies';
import { checkIsPage } from './same-site';
import { failSignIn } from './sign-in-error';

/**
 * `GET /auth/sign-in?return_to=`: sends the browser to the issuer. A cookie binds the attempt to this browser, so that
 * an attacker cannot make a victim's browser complete the attacker's sign-in.
 */
export const beginSignIn: Operation = {
  name: 'beginSignIn',
  methods: ['GET'],
  async handle(context, exchange) {
    checkIsPage(exchange);
    const returnTo = returnPath(new URLSearchParams(exchange.rawQuery).get('return_to') ?? undefined);
    try {
      await countSignInRequest(context, exchange);
      if (usesOtherLoopbackName(context, exchange)) {
        exchange.redirect(
          `${context.site.origin}/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`,
          302,
        );
        return;
      }
      const { authorizationUrl, attemptSecret } = await context.clients.signIn.beginSignIn(
        { returnTo },
        exchange.call(SIGN_IN_TIMEOUT_MS),
      );
      const state = new URL(authorizationUrl).searchParams.get('state') ?? '';
      setAttemptCookies(exchange, { state, secret: attemptSecret, returnTo });
      exchange.redirect(authorizationUrl, 302);
    } catch (error) {
      failSignIn(context, exchange, error, returnTo);
    }
  },
};

/** Generous, because the issuer's keys and endpoints may have to be fetched first. */
export const SIGN_IN_TIMEOUT_MS = 15_000;

/** Counts a request to `/auth` by address. */
export function countSignInRequest(context: DashboardContext, exchange: Exchange): Promise<void> {
  const address = clientNetwork(exchange.request, context.config.trustedProxies);
  return countAddressRequest(context, exchange, {
    kind: 'sign_in',
    address,
    maximum: context.config.signInRequestsPerMinute,
  });
}

/**
 * Whether the browser used another name for this machine (localhost for 127.0.0.1): the issuer returns it to the name
 * in DASHBOARD_URL, where this name's cookie is not sent.
 */
function usesOtherLoopbackName({ site }: DashboardContext, exchange: Exchange): boolean {
  const host = exchange.header('host') ?? '';
  const here = new URL(site.origin);
  if (host === here.host || !isLoopback(here.hostname) || !URL.canParse(`http://${host}`)) return false;
  return isLoopback(new URL(`http://${host}`).hostname);
}
