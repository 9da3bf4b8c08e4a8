import { DELIVERY_PARAMETERS } from '@heliograph/contract';
import { deliveryPageOf, deliveryRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

const NAMES: ReadonlySet<string> = new Set(Object.keys(DELIVERY_PARAMETERS));

/** `GET {root}/saved-searches/{id}/deliveries`, newest first. */
export function listDeliveries(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'listDeliveries',
    'GET',
    async ({ context, exchange, client, accountId }) => {
      const query = queryOf(exchange, NAMES);
      const page = deliveryPageOf(query);
      throwIfInvalid(query);
      const { deliveries, nextCursor } = await client.listDeliveries(
        { accountId, savedSearchId: idsOf(exchange).id, ...page },
        exchange.readCall(),
      );
      await sendFree(context, exchange, {
        items: deliveries.map(deliveryRecord),
        nextCursor: nextCursor || null,
      });
    },
  );
}
