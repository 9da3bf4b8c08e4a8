import { SAVED_SEARCH } from '@heliograph/contract';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, refuseFaults } from '../../query';
import { readJsonObject } from '../../read-json';
import { savedSearchRecord } from './convert';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';
import { readSavedSearchRequest } from './read-request';
import { sendUncompressed } from './send';

const OK = 200;

/**
 * `PATCH {root}/saved-searches/{id}`: fields that are given change, and null takes away (RFC 7396), but a query is replaced as a
 * whole: parts of two searches are neither.
 */
export function updateSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'updateSavedSearch',
    'PATCH',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const body = await readJsonObject(exchange, SAVED_SEARCH.bodyBytes);
      const wanted = await readSavedSearchRequest(context, exchange, body, request.faults);
      refuseFaults(request);
      const { webhookUrl, maxRecordsPerDay } = wanted;
      const { savedSearch, secret } = await client.updateSavedSearch(
        {
          ...{ accountId, id: idsOf(exchange).id, name: wanted.name, query: wanted.query },
          webhook: webhookUrl === undefined ? undefined : { url: webhookUrl ?? undefined },
          maxRecordsPerDay:
            maxRecordsPerDay === undefined ? undefined : { value: maxRecordsPerDay ?? undefined },
        },
        exchange.call(),
      );
      sendUncompressed(exchange, OK, savedSearchRecord(savedSearch!, secret));
    },
    { takesBody: true },
  );
}
