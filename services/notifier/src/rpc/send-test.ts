import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import type { Context } from '../context';
import { failureOf } from '../delivery/sender';
import { testBody } from '../domain/event-body';
import { storeTest } from '../storage/test-events';
import { noSuchSavedSearch } from './convert';
import { deliveryToResponse } from './convert-delivery';
import { findSavedSearch, requireWebhook } from './find-saved-search';

/**
 * Sends a test event once and waits for the response. A success makes a failing saved search active again.
 *
 * @throws ServiceError `not_found`, also if it is deleted meanwhile; `invalid_parameter` without a webhook;
 *   `rate_limited` or `unavailable` when too many tests are waiting for their receivers.
 */
export async function sendTest(
  context: Context,
  request: notifier.SendTestRequest,
  isTest: boolean,
): Promise<notifier.SendTestResponse> {
  const { pool, deliveries, sender, testSlots } = context;
  const savedSearch = await findSavedSearch(context, request, isTest);
  requireWebhook(savedSearch);
  const receiver = await onDatabase(() => deliveries.receiver(savedSearch.id));
  if (!receiver?.url) throw noSuchSavedSearch();
  const [id, at, body] = [uuidv7(), new Date(), testBody(savedSearch)];
  const response = await testSlots.run(
    request.accountId,
    () => sender.send(savedSearch.id, receiver, id, body, at),
    () => undefined,
  );
  const status = 'status' in response ? response.status : undefined;
  const failure = failureOf(response);
  const attempt = { at, status, failure, nextInMs: undefined, readAt: undefined };
  const row = await onDatabase(() => storeTest(pool, savedSearch.id, { id, body, attempt }));
  if (!row) throw noSuchSavedSearch();
  return { delivery: deliveryToResponse(row) };
}
