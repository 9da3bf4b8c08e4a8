import type { SignedOut } from '@heliograph/dashboard-api';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import type { Operation } from '../http/operation';
import { clearSessionCookie, sessionSecretOf } from './cookies';
import { checkRejections, recordSignOut } from './rejections';
import { checkOwnPage } from './same-site';
import { hashOfSecret } from './session';

/** The page that confirms the sign-out. */
const SIGNED_OUT_PAGE = '/sign-in?signed-out';

/**
 * Ends a session here and, if the issuer supports it, at the issuer.
 *
 * @throws ServiceError when identity does not answer, or is not asked (`rate_limited`): the session and its cookie stay
 *   valid.
 */
export async function signOut(
  context: DashboardContext,
  exchange: Exchange,
  secret: string,
): Promise<SignedOut> {
  const tokenHash = hashOfSecret(secret);
  checkRejections(context, exchange, tokenHash);
  recordSignOut(context, exchange, tokenHash);
  const { endSessionUrl } = await context.clients.signIn.signOut({ tokenHash }, exchange.call());
  clearSessionCookie(exchange);
  return { redirectTo: endSessionUrl || SIGNED_OUT_PAGE };
}

/**
 * `POST /auth/sign-out`: like the API's `DELETE /session`, but also works for a session that is no longer valid or
 * whose account is suspended.
 */
export const postSignOut: Operation = {
  name: 'signOut',
  methods: ['POST'],
  async handle(context, exchange) {
    const secret = sessionSecretOf(exchange);
    if (secret === undefined) throw new ServiceError('missing_credentials', 'You are not signed in.');
    checkOwnPage(context, exchange, secret);
    exchange.sendData(await signOut(context, exchange, secret));
  },
};
