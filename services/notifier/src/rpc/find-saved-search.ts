import { onDatabase } from '@heliograph/postgres';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import type { SavedSearch } from '../domain/saved-search';
import { idFromRequest, noSuchSavedSearch, ownerFromRequest } from './convert';

/** @throws ServiceError `not_found`, also for another account's saved search. */
export async function findSavedSearch(
  { savedSearches }: Context,
  request: { accountId: string; savedSearchId: string },
  isTest: boolean,
): Promise<SavedSearch> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.savedSearchId);
  const found = await onDatabase(() => savedSearches.find(owner, id));
  if (!found) throw noSuchSavedSearch();
  return found;
}

/** @throws ServiceError `invalid_parameter` without a webhook. */
export function requireWebhook({ webhook }: SavedSearch): void {
  if (!webhook) throw new ServiceError('invalid_parameter', 'This saved search has no webhook.');
}
