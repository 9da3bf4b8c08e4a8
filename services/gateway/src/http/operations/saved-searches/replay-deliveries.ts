import { readReplay } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, throwIfInvalid } from '../../query';
import { readJsonObject } from '../../read-json';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

/** `POST {root}/saved-searches/{id}/replay`: everything since a moment. */
export function replayDeliveries(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'replayDeliveries',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const body = readJsonObject(exchange);
      const since = readReplay(body, context.clock(), request.issues);
      throwIfInvalid(request);
      const { deliveries } = await client.replaySince(
        { accountId, savedSearchId: idsOf(exchange).id, since },
        exchange.call(),
      );
      await sendFree(context, exchange, { deliveries });
    },
    { takesBody: true },
  );
}
