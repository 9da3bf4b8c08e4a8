import { toServiceError, type ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { retryAfterOf } from '../http/problem';
import { noteFailure } from '../http/serve';
import { sendPage } from '../pages/page';
import { tooManySignInsPage } from '../pages/too-many-sign-ins';

/** Reasons that identity names beside an error's code, where the code says too little. */
const REASONS: ReadonlySet<string> = new Set([
  'not_configured',
  'access_denied',
  'no_email',
  'email_taken',
  'email_unverified',
]);
const REASON_FIELD = 'sign_in';

/**
 * Ends a sign-in that did not work on the page that says why. The URL carries a code and nothing else: texts
 * come with the page, so that nobody can put one there.
 */
export function endAtSignInPage(context: DashboardContext, exchange: Exchange, thrown: unknown): void {
  const error = toServiceError(thrown);
  exchange.code = error.code;
  noteFailure(context, exchange, error);
  const reason = reasonOf(error);
  context.metrics.signedIn(reason);
  if (error.code === 'rate_limited') {
    exchange.setHeader('Retry-After', String(retryAfterOf(error)));
    sendPage(exchange, 429, tooManySignInsPage(retryAfterOf(error)));
    return;
  }
  exchange.redirect(`${context.site.origin}/sign-in?error=${reason}`, 302);
}

/** One word of a closed set: of the error codes, or of the reasons above. */
function reasonOf({ code, faults }: ServiceError): string {
  const named = faults.find(({ parameter }) => parameter === REASON_FIELD)?.message ?? '';
  return REASONS.has(named) ? named : code;
}
