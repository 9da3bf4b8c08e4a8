import { SAVED_SEARCH } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { ServiceError, uuidv7 } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkAddress } from './check-address';
import { newSavedSearchFromRequest, ownerFromRequest, savedSearchToResponse } from './convert';
import { newSecret } from './new-secret';

/**
 * Creates a saved search. With a webhook, the response has its secret; so has a repetition with the same key, until the
 * secret changes.
 *
 * @throws ServiceError `invalid_parameter`, also when the account has the maximum number; `idempotency_conflict` when
 *   the key was used for another one, or for a deleted one.
 */
export async function createSavedSearch(
  context: Context,
  request: notifier.CreateSavedSearchRequest,
  isTest: boolean,
): Promise<notifier.CreateSavedSearchResponse> {
  const owner = ownerFromRequest(request, isTest);
  const { wanted, idempotency } = newSavedSearchFromRequest(request, context.allowedHosts);
  const { savedSearches } = context;
  const made = idempotency && (await onDatabase(() => savedSearches.findCreated(owner, idempotency)));
  // A repetition returns what was created, whatever has become of its address.
  if (!made) await checkAddress(context, owner.accountId, wanted.webhookUrl);
  const secret = wanted.webhookUrl === undefined ? undefined : newSecret();
  const created =
    made ?? (await onDatabase(() => savedSearches.create(owner, uuidv7(), wanted, secret, idempotency)));
  if (created === 'too_many') throw tooMany();
  if (created === 'conflict') {
    throw new ServiceError(
      'idempotency_conflict',
      `This Idempotency-Key was used within ${SAVED_SEARCH.idempotencyHours} hours for another saved search, or for one that was deleted.`,
    );
  }
  if (!created.isReplayed) context.metrics.savedSearchChanged('created');
  return {
    savedSearch: savedSearchToResponse(created.savedSearch),
    secret: created.secret,
    replayed: created.isReplayed,
  };
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has ${SAVED_SEARCH.maximum} saved searches, the maximum. Delete one first.`,
  );
