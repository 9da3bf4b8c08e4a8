import { deliveryRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

/** `POST {root}/saved-searches/{id}/deliveries/{deliveryId}/replay` */
export function replayDelivery(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'replayDelivery',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      throwIfInvalid(queryOf(exchange));
      const { id: savedSearchId, deliveryId } = idsOf(exchange);
      const { delivery } = await client.replayDelivery(
        { accountId, savedSearchId, deliveryId },
        exchange.call(),
      );
      await sendFree(context, exchange, deliveryRecord(delivery!));
    },
  );
}
