import { savedSearchRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

/** `GET {root}/saved-searches/{id}` */
export function getSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'getSavedSearch',
    'GET',
    async ({ context, exchange, client, accountId }) => {
      throwIfInvalid(queryOf(exchange));
      const found = await client.getSavedSearch({ accountId, id: idsOf(exchange).id }, exchange.readCall());
      await sendFree(context, exchange, savedSearchRecord(found));
    },
  );
}
