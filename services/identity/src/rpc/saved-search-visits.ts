import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { ServiceError, isUuid } from '@heliograph/runtime';
import type { Context } from '../context';
import { noSuchAccount } from './not-found';

/** @throws ServiceError `not_found` for a malformed id or an unknown account. */
export async function visitSavedSearch(
  { accounts, savedSearchVisits }: Context,
  { accountId, userId, savedSearchId }: identity.VisitSavedSearchRequest,
): Promise<identity.VisitSavedSearchResponse> {
  if (!isUuid(accountId) || !(await onDatabase(() => accounts.find(accountId)))) throw noSuchAccount();
  if (!isUuid(savedSearchId)) throw new ServiceError('not_found', 'There is no such saved search.');
  const visitorId = visitorOf(accountId, userId);
  return {
    visitedBeforeAt: await onDatabase(() => savedSearchVisits.visit(accountId, visitorId, savedSearchId)),
  };
}

/** Empty for an account that does not exist. */
export async function listSavedSearchVisits(
  { savedSearchVisits }: Context,
  { accountId, userId }: identity.ListSavedSearchVisitsRequest,
): Promise<identity.ListSavedSearchVisitsResponse> {
  if (!isUuid(accountId)) throw noSuchAccount();
  const visitorId = visitorOf(accountId, userId);
  return { visits: await onDatabase(() => savedSearchVisits.list(accountId, visitorId)) };
}

/** Most users have the id of their home account. */
function visitorOf(accountId: string, userId: string): string {
  if (userId === '') return accountId;
  if (!isUuid(userId)) throw new ServiceError('not_found', 'There is no such user.');
  return userId;
}
