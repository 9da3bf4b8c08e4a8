import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import type { Context } from '../context';
import { ownerFromRequest, savedSearchToResponse } from './convert';

/** All of the account's saved searches, oldest first. */
export async function listSavedSearches(
  { savedSearches }: Context,
  request: notifier.ListSavedSearchesRequest,
  isTest: boolean,
): Promise<notifier.ListSavedSearchesResponse> {
  const owner = ownerFromRequest(request, isTest);
  const found = await onDatabase(() => savedSearches.list(owner));
  return { savedSearches: found.map(savedSearchToResponse) };
}
