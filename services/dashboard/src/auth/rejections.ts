import { clientNetwork } from '@heliograph/edge';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { tooManyRejections } from '../http/limit';

/**
 * Keeps a flood of invented sessions away from identity, like the gateway's throttle of rejected credentials. At an
 * address that sent too many, sessions that were genuine when this process last checked them go on: those of the honest
 * people behind it.
 *
 * @throws ServiceError `rate_limited`
 */
export function checkRejections(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  const { rejectionThrottle, genuineSessions } = context;
  if (genuineSessions.has(nameOf(hash))) return;
  if (!rejectionThrottle.isBlocked(networkOf(context, exchange), context.clock())) return;
  throw tooManyRejections(context, exchange);
}

/** Counts a rejection, and no longer takes the session for a genuine one. */
export function noteRejected(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  context.genuineSessions.delete(nameOf(hash));
  context.rejectionThrottle.count(networkOf(context, exchange), context.clock());
}

export function noteGenuine({ genuineSessions }: DashboardContext, hash: Buffer): void {
  genuineSessions.set(nameOf(hash), true);
}

/** Before a sign-out. Identity does not say whether there was a session, so an unknown one counts as rejected. */
export function noteEnding(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  if (!context.genuineSessions.delete(nameOf(hash))) noteRejected(context, exchange, hash);
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}

function networkOf({ config }: DashboardContext, { request }: Exchange): string {
  return clientNetwork(request, config.trustedProxies);
}
