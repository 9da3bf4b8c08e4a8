import { DELIVERY_PAGE, DELIVERY_PARAMETERS, SAVED_SEARCH_ID } from '@heliograph/contract';
import type { Query } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, refuseFaults } from '../../query';
import { sendFree } from '../../send-free';
import { deliveryRecord } from './convert';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';

const NAMES: ReadonlySet<string> = new Set(Object.keys(DELIVERY_PARAMETERS));
const WHOLE_NUMBER = /^[1-9][0-9]{0,2}$/;

/** `GET {root}/saved-searches/{id}/deliveries`, newest first. */
export function listDeliveries(of: DataApi): Operation {
  return savedSearchOperation(of, 'listDeliveries', 'GET', async ({ exchange, client, accountId }) => {
    const query = queryOf(exchange, NAMES);
    const page = pageOf(query);
    refuseFaults(query);
    const { deliveries, nextCursor } = await client.listDeliveries(
      { accountId, savedSearchId: idsOf(exchange).id, ...page },
      exchange.readCall(),
    );
    await sendFree(exchange, { items: deliveries.map(deliveryRecord), nextCursor: nextCursor || null });
  });
}

/** A cursor is an id, which another account's deliveries never have, so it needs no signature. */
function pageOf({ values, faults }: Query): { cursor: string; limit: number } {
  const cursor = values.get('cursor') ?? '';
  if (cursor !== '' && !SAVED_SEARCH_ID.test(cursor)) {
    const message = 'is not a cursor of this API, or was changed';
    faults.push({ code: 'cursor_invalid', parameter: 'cursor', message });
  }
  const text = values.get('limit') ?? String(DELIVERY_PAGE.default);
  const limit = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > DELIVERY_PAGE.maximum) {
    const message = `must be a whole number from 1 to ${DELIVERY_PAGE.maximum}`;
    faults.push({ code: 'invalid_parameter', parameter: 'limit', message });
  }
  return { cursor, limit };
}
