import type { RequestSlots } from '../limits/request-slots';
import type { Exchange } from './exchange';

/**
 * Runs what a request asks for in one of its account's slots. It was counted in the minute before, so a request that is refused here
 * counts, as every 429 does.
 *
 * @throws ServiceError `rate_limited` when the account's are all in use, `unavailable` when all of the process are.
 */
export function inSlot(
  { slots }: { slots: RequestSlots },
  exchange: Exchange,
  accountId: string,
  work: () => Promise<void>,
): Promise<void> {
  return slots.run(accountId, work, (bound) => {
    exchange.metLimit = bound === 'account' ? 'in_flight' : 'process';
  });
}
