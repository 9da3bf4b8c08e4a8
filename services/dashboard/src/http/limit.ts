import { exceededLimit, secondsToNextMinute } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

/**
 * Counts one request of an account in this UTC minute, and one search if it is one. These windows are not those of the account's keys at
 * the gateway.
 *
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export async function takeOfAccount(
  context: DashboardContext,
  exchange: Exchange,
  accountId: string,
  isSearch: boolean,
): Promise<void> {
  const { sessionLimits } = context.config;
  const use = await context.windows.take(`dashboard:session:${accountId}`, isSearch, context.clock());
  const exceeded = exceededLimit(use, sessionLimits, isSearch);
  if (exceeded === undefined) return;
  throw limited(
    exchange,
    exceeded === 'requests' ? 'session' : 'searches',
    `This account may make ${sessionLimits[exceeded]} ${exceeded} in the dashboard per minute; all of this minute's are used.`,
    use.atMs,
  );
}

/**
 * Counts one request to sign in from an address in this UTC minute.
 *
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export async function takeOfAddress(
  context: DashboardContext,
  exchange: Exchange,
  address: string,
): Promise<void> {
  const maximum = context.config.signInRequestsPerMinute;
  const use = await context.windows.take(`dashboard:sign_in:${address}`, false, context.clock());
  if (use.requests <= maximum) return;
  throw limited(
    exchange,
    'sign_in',
    `This address may make ${maximum} sign-in requests per minute in the dashboard; all of this minute's are used.`,
    use.atMs,
  );
}

function limited(
  exchange: Exchange,
  limit: 'session' | 'searches' | 'sign_in',
  text: string,
  nowMs: number,
): ServiceError {
  exchange.metLimit = limit;
  return new ServiceError('rate_limited', text, { retryAfterSeconds: secondsToNextMinute(nowMs) });
}
