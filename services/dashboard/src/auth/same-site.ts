import { ACCOUNT_HEADER, CSRF_HEADER } from '@heliograph/dashboard-api';
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
  const site = exchange.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw refused('Sec-Fetch-Site', 'the request was made by another site');
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
