import { deliveryRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

/** `POST {root}/saved-searches/{id}/test`: sends an event without signals, and returns the receiver's response. */
export function sendTest(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'sendTestEvent',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      throwIfInvalid(queryOf(exchange));
      const { delivery } = await client.sendTest(
        { accountId, savedSearchId: idsOf(exchange).id },
        exchange.call(),
      );
      await sendFree(context, exchange, deliveryRecord(delivery!));
    },
  );
}
