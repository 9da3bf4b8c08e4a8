import { SAVED_SEARCH_ID } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { Issues, ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { replayAllSince, replayOne } from '../storage/replays';
import { noSuchSavedSearch } from './convert';
import { deliveryToResponse } from './convert-delivery';
import { findSavedSearch, requireWebhook } from './find-saved-search';

/**
 * Sends a delivery again; one waiting for a retry is retried now. @throws ServiceError `not_found`; `invalid_parameter`
 * without a webhook.
 */
export async function replayDelivery(
  context: Context,
  request: notifier.ReplayDeliveryRequest,
  isTest: boolean,
): Promise<notifier.ReplayDeliveryResponse> {
  const savedSearch = await findSavedSearch(context, request, isTest);
  requireWebhook(savedSearch);
  const noSuchDelivery = () =>
    new ServiceError(
      'not_found',
      'There is no such delivery to send again. Tests, and deliveries that wait for records, cannot be.',
    );
  if (!SAVED_SEARCH_ID.test(request.deliveryId)) throw noSuchDelivery();
  const of = { savedSearchId: savedSearch.id, accountId: savedSearch.accountId };
  const row = await onDatabase(() => replayOne(context.pool, of, request.deliveryId));
  if (!row) throw noSuchDelivery();
  context.deliveryLoop.wake();
  return { delivery: deliveryToResponse(row) };
}

/** Sends all deliveries created since a time again. @throws ServiceError `not_found`; `invalid_parameter`. */
export async function replaySince(
  context: Context,
  request: notifier.ReplaySinceRequest,
  isTest: boolean,
): Promise<notifier.ReplaySinceResponse> {
  const { since } = request;
  const issues = new Issues();
  issues.require(since !== undefined, 'since', 'must be a time');
  issues.throwIfAny();
  const savedSearch = await findSavedSearch(context, request, isTest);
  requireWebhook(savedSearch);
  const of = { savedSearchId: savedSearch.id, accountId: savedSearch.accountId };
  const deliveries = await onDatabase(() => replayAllSince(context.pool, of, since!));
  if (deliveries === undefined) throw noSuchSavedSearch();
  context.deliveryLoop.wake();
  return { deliveries };
}
