import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

const NO_CONTENT = 204;

/** `DELETE {root}/saved-searches/{id}`, with its pending deliveries. */
export function deleteSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(of, 'deleteSavedSearch', 'DELETE', async ({ exchange, client, accountId }) => {
    throwIfInvalid(queryOf(exchange));
    await client.deleteSavedSearch({ accountId, id: idsOf(exchange).id }, exchange.call());
    exchange.sendEmpty(NO_CONTENT);
  });
}
