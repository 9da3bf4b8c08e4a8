import { clientNetwork } from '@heliograph/edge';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { tooManyRejections } from '../http/limit';

/**
 * Shields identity from a flood of made-up sessions, like the gateway's throttle of rejected credentials. Even when an
 * address has sent too many, sessions that were valid at this process's last check still pass, so honest users behind
 * that address can keep working.
 *
 * @throws ServiceError `rate_limited`
 */
export function checkRejections(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  const { rejectionThrottle, knownValidSessions } = context;
  if (knownValidSessions.has(nameOf(hash))) return;
  if (!rejectionThrottle.isBlocked(networkOf(context, exchange), context.clock())) return;
  throw tooManyRejections(context, exchange);
}

/** Counts a rejection and forgets that the session was valid. */
export function recordRejection(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  context.knownValidSessions.delete(nameOf(hash));
  context.rejectionThrottle.count(networkOf(context, exchange), context.clock());
}

export function recordValidSession({ knownValidSessions }: DashboardContext, hash: Buffer): void {
  knownValidSessions.set(nameOf(hash), true);
}

/** Call before a sign-out. Identity does not say whether the session existed, so an unknown one counts as rejected. */
export function recordSignOut(context: DashboardContext, exchange: Exchange, hash: Buffer): void {
  if (!context.knownValidSessions.delete(nameOf(hash))) recordRejection(context, exchange, hash);
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}

function networkOf({ config }: DashboardContext, { request }: Exchange): string {
  return clientNetwork(request, config.trustedProxies);
}
