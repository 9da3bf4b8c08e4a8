import { SAVED_SEARCH_ID } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import type { Context } from '../context';
import { deliveryToResponse } from './convert-delivery';
import { findSavedSearch } from './find-saved-search';

const MOST = 100;

/** @throws ServiceError `not_found`; `invalid_parameter` for an invalid cursor. */
export async function listDeliveries(
  context: Context,
  request: notifier.ListDeliveriesRequest,
  isTest: boolean,
): Promise<notifier.ListDeliveriesResponse> {
  const { cursor, limit } = request;
  const issues = new Issues();
  issues.require(cursor === '' || SAVED_SEARCH_ID.test(cursor), 'cursor', 'must be the id of a delivery');
  issues.require(limit >= 1 && limit <= MOST, 'limit', `must be 1 to ${MOST}`);
  issues.throwIfAny();
  const { id } = await findSavedSearch(context, request, isTest);
  // One extra row tells whether there is a next page.
  const rows = await onDatabase(() => context.deliveries.list(id, cursor || undefined, limit + 1));
  const page = rows.slice(0, limit);
  return {
    deliveries: page.map(deliveryToResponse),
    nextCursor: rows.length > limit ? page.at(-1)!.delivery_id : '',
  };
}
