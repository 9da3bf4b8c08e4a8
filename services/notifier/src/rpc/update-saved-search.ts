import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import type { Context } from '../context';
import { checkAddress } from './check-address';
import {
  changesFromRequest,
  idFromRequest,
  noSuchSavedSearch,
  ownerFromRequest,
  savedSearchToResponse,
} from './convert';
import { newSecret } from './new-secret';

/**
 * Changes the given properties. The response has a new webhook's secret.
 *
 * @throws ServiceError `not_found`, `invalid_parameter`
 */
export async function updateSavedSearch(
  context: Context,
  request: notifier.UpdateSavedSearchRequest,
  isTest: boolean,
): Promise<notifier.UpdateSavedSearchResponse> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.id);
  const changes = changesFromRequest(request, context.allowedHosts);
  await checkAddress(context, owner.accountId, changes.webhookUrl);
  const updated = await onDatabase(() => context.savedSearches.update(owner, id, changes, newSecret));
  if (!updated) throw noSuchSavedSearch();
  context.deliveryLoop.wake();
  context.metrics.savedSearchChanged('updated');
  return { savedSearch: savedSearchToResponse(updated.savedSearch), secret: updated.secret };
}
