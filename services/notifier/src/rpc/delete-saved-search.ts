import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import type { Context } from '../context';
import { idFromRequest, noSuchSavedSearch, ownerFromRequest } from './convert';

/** @throws ServiceError `not_found`, also when it was already deleted. */
export async function deleteSavedSearch(
  { savedSearches, metrics }: Context,
  request: notifier.DeleteSavedSearchRequest,
  isTest: boolean,
): Promise<notifier.DeleteSavedSearchResponse> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.id);
  if (!(await onDatabase(() => savedSearches.delete(owner, id)))) throw noSuchSavedSearch();
  metrics.savedSearchChanged('deleted');
  return {};
}
