import { noteFailure, retryAfterOf } from '@heliograph/edge';
import { toServiceError, type ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import { carriedReturnPath, START_PAGE } from '../domain/return-path';
import type { Exchange } from '../http/exchange';
import { sendPage } from '../pages/page';
import { tooManySignInsPage } from '../pages/too-many-sign-ins';

/** Reasons from identity, for errors whose code says too little. */
const REASONS: ReadonlySet<string> = new Set([
  'not_configured',
  'access_denied',
  'no_email',
  'email_taken',
  'email_unverified',
]);
const REASON_FIELD = 'sign_in';

/**
 * Ends a failed sign-in on a page that explains why. The URL holds only a code and the next attempt's destination: the
 * page supplies the text, so that a link cannot inject one.
 *
 * @param returnTo this attempt's destination.
 */
export function failSignIn(
  context: DashboardContext,
  exchange: Exchange,
  thrown: unknown,
  returnTo: string,
): void {
  const error = toServiceError(thrown);
  exchange.code = error.code;
  noteFailure(context, exchange, error);
  const reason = reasonOf(error);
  context.metrics.signedIn(reason);
  if (error.code === 'rate_limited') {
    exchange.setHeader('Retry-After', String(retryAfterOf(error)));
    sendPage(exchange, 429, tooManySignInsPage(retryAfterOf(error), signInPage({}, returnTo)));
    return;
  }
  exchange.redirect(context.site.origin + signInPage({ error: reason }, returnTo), 302);
}

/** The path of the sign-in page, whose button continues to `returnTo`. */
function signInPage(parameters: Record<string, string>, returnTo: string): string {
  const path = carriedReturnPath(returnTo);
  const query = new URLSearchParams({ ...parameters, ...(path !== START_PAGE && { return_to: path }) });
  return query.size === 0 ? '/sign-in' : `/sign-in?${query.toString()}`;
}

/** One word of a closed set: the error codes and the reasons above. */
function reasonOf({ code, issues }: ServiceError): string {
  const named = issues.find(({ parameter }) => parameter === REASON_FIELD)?.message ?? '';
  return REASONS.has(named) ? named : code;
}
