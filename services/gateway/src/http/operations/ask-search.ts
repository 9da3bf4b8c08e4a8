import type { OutgoingCall } from '@heliograph/runtime';
import type { Clients, GatewayContext } from '../../context';
import { retryUnavailable } from '../../retry/retry-unavailable';
import type { Exchange } from '../exchange';

/**
 * Asks the search service, again while it is unavailable, within the time that a search may take. What it refuses for a
 * reason of its own (`semantic_unavailable` too) is not asked for again.
 */
export function askSearch<Result>(
  { clients, config }: GatewayContext,
  exchange: Exchange,
  ask: (search: Clients['search'], call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  const { searchTimeoutMs } = config;
  return retryUnavailable((timeoutMs) => ask(clients.search, exchange.call(timeoutMs)), {
    totalMs: searchTimeoutMs,
    attemptMs: searchTimeoutMs,
    isUnwanted: () => exchange.isAbandoned,
  });
}
