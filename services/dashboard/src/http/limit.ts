import { accountLimitText, groupDigits, rateLimitText } from '@heliograph/contract';
import { exceededLimit, secondsToNextMinute } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { Exchange } from './exchange';

const IN_DASHBOARD = ' in the dashboard';

/**
 * Counts one request of an account in this UTC minute, and one search if it is one. These windows are separate from
 * those of the account's keys at the gateway.
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
    accountLimitText(exceeded, sessionLimits[exceeded], IN_DASHBOARD),
    use.atMs,
  );
}

/** What an address may do without a session, with its limit per minute. */
interface AddressLimit {
  kind: 'sign_in' | 'sample' | 'unsubscribe';
  address: string;
  maximum: number;
}

const ADDRESS_USES: Readonly<Record<AddressLimit['kind'], string>> = {
  sign_in: 'sign-in requests',
  sample: 'searches of the sample',
  unsubscribe: 'requests to unsubscribe',
};

/**
 * Counts one request from an address in this UTC minute.
 *
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export async function takeOfAddress(
  context: DashboardContext,
  exchange: Exchange,
  { kind, address, maximum }: AddressLimit,
): Promise<void> {
  const use = await context.windows.take(`dashboard:${kind}:${address}`, false, context.clock());
  if (use.requests <= maximum) return;
  throw limited(
    exchange,
    kind,
    rateLimitText('address', `${groupDigits(maximum)} ${ADDRESS_USES[kind]}`, IN_DASHBOARD),
    use.atMs,
  );
}

function limited(
  exchange: Exchange,
  limit: 'session' | 'searches' | AddressLimit['kind'],
  text: string,
  nowMs: number,
): ServiceError {
  exchange.metLimit = limit;
  return new ServiceError('rate_limited', text, { retryAfterSeconds: secondsToNextMinute(nowMs) });
}
