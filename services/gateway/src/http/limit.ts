import { accountLimitText } from '@heliograph/contract';
import {
  exceededLimit,
  policyField,
  rateLimitField,
  remainingOf,
  resetOf,
  secondsToNextMinute,
  tighterLimit,
  type RateLimits,
} from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { Credential } from '../credentials/credential-verifier';
import type { Exchange } from './exchange';

/** The policy header of each configuration; it never changes. */
const policies = new WeakMap<RateLimits, string>();

/**
 * Counts the request in its account's windows and adds the limit headers, which every later response carries.
 * `X-RateLimit-*` describe the window with the fewest calls left for this kind of request; `X-RateLimit-Reset` is in
 * seconds since the Unix epoch. `RateLimit` and `RateLimit-Policy` describe both windows, in seconds from now.
 *
 * @param name of the windows; see {@link trafficOf}.
 * @throws ServiceError `rate_limited`, naming the limit; the request is still counted.
 */
export async function applyLimits(
  context: GatewayContext,
  exchange: Exchange,
  name: string,
  isSearch: boolean,
): Promise<void> {
  const { limits } = context.config;
  const counts = await context.windows.take(name, isSearch, context.clock());
  // The clock that counted: all gateways then report the same about a window, however their own clocks differ.
  const now = counts.atMs;
  const exceeded = exceededLimit(counts, limits, isSearch);
  const shown = exceeded ?? tighterLimit(counts, limits, isSearch);
  let policy = policies.get(limits);
  if (policy === undefined) policies.set(limits, (policy = policyField(limits)));
  exchange.setHeader('X-RateLimit-Limit', String(limits[shown]));
  exchange.setHeader('X-RateLimit-Remaining', String(remainingOf(counts, limits, shown)));
  exchange.setHeader('X-RateLimit-Reset', String(resetOf(now)));
  exchange.setHeader('RateLimit-Policy', policy);
  exchange.setHeader('RateLimit', rateLimitField(counts, limits, now));
  if (exceeded === undefined) return;
  exchange.exceededLimit = exceeded;
  throw new ServiceError('rate_limited', accountLimitText(exceeded, limits[exceeded]), {
    retryAfterSeconds: secondsToNextMinute(now),
  });
}

/**
 * The name of a credential's limits: its account's, separate for test keys, so that tests never hold up live traffic.
 */
export function trafficOf({ accountId, isTest }: Credential): string {
  return isTest ? `${accountId}:test` : accountId;
}
