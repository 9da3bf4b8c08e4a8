import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import type { Context } from '../context';

/** How far matching and deliveries lag, across all accounts. */
export function getStatus({ status, lag }: Context): Promise<notifier.NotifierStatus> {
  return onDatabase(async () => {
    const [waitingEvents, pending, oldestSeconds, failing, accounts] = await Promise.all([
      lag(),
      status.pendingDeliveries(),
      status.oldestUndeliveredSeconds(),
      status.failingSearches(),
      status.waitingAccounts(),
    ]);
    return {
      lag: BigInt(waitingEvents),
      pendingDeliveries: BigInt(pending),
      oldestPendingAgeMs: pending > 0 ? BigInt(Math.max(0, Math.round(oldestSeconds * 1000))) : undefined,
      failingSearches: BigInt(failing),
      waitingAccounts: BigInt(accounts),
    };
  });
}
