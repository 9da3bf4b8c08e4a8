import { accountLimitText, groupDigits, quantity, rateLimitText } from '@heliograph/contract';
import { secondsToNextMinute } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

const IN_DASHBOARD = ' in the dashboard';

/**
 * Counts one request of a user in an account in this UTC minute, so that no member uses up what belongs to the others.
 * These windows are separate from those of the account's keys at the gateway.
 *
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export function countUserRequest(
  context: DashboardContext,
  exchange: Exchange,
  accountId: string,
  userId: string,
): Promise<void> {
  const maximum = context.config.sessionLimits.requests;
  const uses = quantity(maximum, 'request');
  return countInWindow(context, exchange, {
    limit: 'session',
    of: `${accountId}:${userId}`,
    maximum,
    text: rateLimitText('user', uses, IN_DASHBOARD),
  });
}

/**
 * Counts one search of an account in this UTC minute, whichever member makes it. Call it only once the member's role
 * allows the search.
 *
 * @throws ServiceError `rate_limited`; the search was counted nevertheless.
 */
export function countSearch(context: DashboardContext, exchange: Exchange, accountId: string): Promise<void> {
  const maximum = context.config.sessionLimits.searches;
  const text = accountLimitText('searches', maximum, IN_DASHBOARD);
  return countInWindow(context, exchange, { limit: 'searches', of: accountId, maximum, text });
}

/** A kind of request allowed without a session, and its limit per address and minute. */
interface AddressLimit {
  kind: 'sign_in' | 'sample' | 'unsubscribe';
  address: string;
  maximum: number;
}

const ADDRESS_USES: Readonly<Record<AddressLimit['kind'] | 'rejections', string>> = {
  sign_in: 'sign-in requests',
  sample: 'searches of the sample',
  unsubscribe: 'requests to unsubscribe',
  rejections: 'requests with rejected sessions',
};

/**
 * Counts one request from an address in this UTC minute.
 *
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export function countAddressRequest(
  context: DashboardContext,
  exchange: Exchange,
  { kind, address, maximum }: AddressLimit,
): Promise<void> {
  return countInWindow(context, exchange, {
    limit: kind,
    of: address,
    maximum,
    text: addressText(kind, maximum),
  });
}

/** The error for an address that has sent too many rejected sessions. */
export function tooManyRejections(context: DashboardContext, exchange: Exchange): ServiceError {
  const text = addressText('rejections', context.config.rejectedCredentialsPerMinute);
  return limited(exchange, 'rejections', text, context.clock());
}

function addressText(kind: keyof typeof ADDRESS_USES, maximum: number): string {
  return rateLimitText('address', `${groupDigits(maximum)} ${ADDRESS_USES[kind]}`, IN_DASHBOARD);
}

/** One UTC minute of a rate limit. */
interface Window {
  /** The limit's name in metrics. */
  limit: string;
  /** Whom the window belongs to. */
  of: string;
  maximum: number;
  /** Shown when a request exceeds the limit. */
  text: string;
}

async function countInWindow(
  context: DashboardContext,
  exchange: Exchange,
  { limit, of, maximum, text }: Window,
): Promise<void> {
  const use = await context.windows.take(`dashboard:${limit}:${of}`, false, context.clock());
  if (use.requests > maximum) throw limited(exchange, limit, text, use.atMs);
}

function limited(exchange: Exchange, limit: string, text: string, nowMs: number): ServiceError {
  exchange.exceededLimit = limit;
  return new ServiceError('rate_limited', text, { retryAfterSeconds: secondsToNextMinute(nowMs) });
}
