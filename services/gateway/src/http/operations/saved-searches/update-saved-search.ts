import { readSavedSearchRequest, savedSearchRecord, updateOf } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, throwIfInvalid } from '../../query';
import { readJsonObject } from '../../read-json';
import { checksOf, savedSearchOperation } from './operation';
import { idsOf } from './path-ids';
import { sendUncompressed } from './send';

const OK = 200;

/**
 * `PATCH {root}/saved-searches/{id}`: given members change, and null removes (RFC 7396). A query is replaced as a
 * whole, because parts of two searches make neither.
 */
export function updateSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'updateSavedSearch',
    'PATCH',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const body = readJsonObject(exchange);
      const wanted = await readSavedSearchRequest(checksOf(context, exchange), body, request.issues);
      throwIfInvalid(request);
      const { savedSearch, secret } = await client.updateSavedSearch(
        updateOf({ accountId, id: idsOf(exchange).id }, wanted),
        exchange.call(),
      );
      await sendUncompressed(context, exchange, OK, savedSearchRecord(savedSearch!, secret));
    },
    { takesBody: true },
  );
}
