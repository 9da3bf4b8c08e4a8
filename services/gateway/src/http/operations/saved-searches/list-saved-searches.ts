import { savedSearchRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';

/** `GET {root}/saved-searches`: all of the account's saved searches, oldest first. They fit on one page. */
export function listSavedSearches(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'listSavedSearches',
    'GET',
    async ({ context, exchange, client, accountId }) => {
      throwIfInvalid(queryOf(exchange));
      const { savedSearches } = await client.listSavedSearches({ accountId }, exchange.readCall());
      const items = savedSearches.map((each) => savedSearchRecord(each));
      await sendFree(context, exchange, { items, nextCursor: null });
    },
  );
}
