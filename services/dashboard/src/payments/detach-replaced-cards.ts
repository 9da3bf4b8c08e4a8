import type { DashboardContext } from '../context';
import type { CallService } from '../api/ask';

/**
 * Makes the payment provider forget cards that have been replaced. Any number of dashboards may do so at once.
 *
 * If the process dies after detaching a card, the next check finds it detached.
 */
export async function detachReplacedCards(
  { clients, payments, logger }: DashboardContext,
  callService: CallService,
): Promise<void> {
  const { paymentMethodIds } = await callService((call) => clients.topUp.listReplacedCards({}, call));
  for (const paymentMethodId of paymentMethodIds) {
    try {
      await payments.offSession!.removeCard(paymentMethodId);
      await callService((call) => clients.topUp.noteCardDetached({ paymentMethodId }, call));
    } catch (error) {
      logger.warn({ err: error }, 'a replaced card could not be detached; retrying');
    }
  }
}
