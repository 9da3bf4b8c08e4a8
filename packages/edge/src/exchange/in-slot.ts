import type { RequestSlots } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/**
 * Runs a request's work in one of its account's slots. The minute's window has already counted it, so a request refused
 * here counts, as every 429 does.
 *
 * @throws ServiceError `rate_limited` if all the account's slots are in use, `unavailable` if all the process's are.
 */
export function inSlot(
  { slots }: { slots: RequestSlots },
  exchange: Exchange,
  accountId: string,
  work: () => Promise<void>,
): Promise<void> {
  return slots.run(accountId, work, (bound) => {
    exchange.exceededLimit = bound === 'account' ? 'in_flight' : 'process';
  });
}
