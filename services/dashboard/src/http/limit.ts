import { secondsToNextMinute } from '@heliograph/rate-limits';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../context';

/**
 * Counts one request of somebody in this UTC minute.
 *
 * @param of what is limited: the windows of an account here are not those of its keys at the gateway.
 * @throws ServiceError `rate_limited`; the request was counted nevertheless.
 */
export async function takeOf(
  context: DashboardContext,
  of: 'session' | 'sign_in',
  who: string,
  maximum: number,
): Promise<void> {
  const use = await context.windows.take(`dashboard:${of}:${who}`, false, context.clock());
  if (use.requests <= maximum) return;
  context.metrics.rateLimited(of);
  const what = of === 'session' ? 'This account may make' : 'From this address there may be';
  throw new ServiceError(
    'rate_limited',
    `${what} ${maximum} ${of === 'session' ? 'requests' : 'sign-in requests'} in the dashboard per minute; all of this minute's are used.`,
    { retryAfterSeconds: secondsToNextMinute(use.atMs) },
  );
}
