import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import type { Context } from '../context';
import { idFromRequest, noSuchSavedSearch, ownerFromRequest, savedSearchToResponse } from './convert';

/** @throws ServiceError `not_found` */
export async function getSavedSearch(
  { savedSearches }: Context,
  request: notifier.GetSavedSearchRequest,
  isTest: boolean,
): Promise<notifier.SavedSearch> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.id);
  const found = await onDatabase(() => savedSearches.find(owner, id));
  if (!found) throw noSuchSavedSearch();
  return savedSearchToResponse(found);
}
