import { ACCOUNT_HEADER, CSRF_HEADER } from '@heliograph/dashboard-api';
import { isFromOtherSite } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import { isCsrfTokenOf } from '../domain/csrf';
import type { Exchange } from '../http/exchange';

const FORBIDDEN = 403;
const CONFLICT = 409;

/**
 * Refuses requests that another site made the browser send, as the browser reports it (Fetch Metadata). Reads too: a
 * search is counted, and no other site has business here.
 *
 * @throws ServiceError answered with 403.
 */
export function checkFetchSite(exchange: Exchange): void {
  if (isFromOtherSite(exchange.header('sec-fetch-site'))) {
    throw refused('Sec-Fetch-Site', 'the request was made by another site');
  }
}

/**
 * Refuses a path of the sign-in as anything but a page: as an image or a frame, any site could use up the limit of
 * everyone at its visitor's address. As a page, sign-ins may begin and return from other sites.
 *
 * @throws ServiceError answered with 403.
 */
export function checkIsPage(exchange: Exchange): void {
  const destination = exchange.header('sec-fetch-dest');
  if (destination !== undefined && destination !== 'document') {
    throw refused('Sec-Fetch-Dest', 'must be a page');
  }
}

/**
 * Refuses a change that did not come from the dashboard's own pages.
 *
 * @param secret of the session the browser sent.
 * @throws ServiceError answered with 403.
 */
export function checkOwnPage(context: DashboardContext, exchange: Exchange, secret: string): void {
  checkFetchSite(exchange);
  const origin = exchange.header('origin');
  if (origin !== undefined && origin !== context.site.origin) {
    throw refused('Origin', `must be ${context.site.origin}`);
  }
  if (!isCsrfTokenOf(secret, exchange.header(CSRF_HEADER.toLowerCase()) ?? '')) {
    throw refused(CSRF_HEADER, 'must be the token from GET /session');
  }
}

/**
 * Refuses a request from a page that shows another account than the session's: the user switched in another tab.
 *
 * @throws ServiceError answered with 409.
 */
export function checkPageAccount(exchange: Exchange, accountId: string): void {
  checkShownAccount(exchange.header(ACCOUNT_HEADER.toLowerCase()), accountId);
}

/** Like {@link checkPageAccount}, for an account not sent in the header. */
export function checkShownAccount(shown: string | undefined, accountId: string): void {
  if (shown === undefined || shown === accountId) return;
  throw new ServiceError('invalid_parameter', 'You have switched to another account. Reload the page.', {
    issues: [{ parameter: ACCOUNT_HEADER, message: 'is not the account of the session' }],
    status: CONFLICT,
  });
}

function refused(parameter: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', `${parameter}: ${message}.`, {
    issues: [{ parameter, message }],
    status: FORBIDDEN,
  });
}
