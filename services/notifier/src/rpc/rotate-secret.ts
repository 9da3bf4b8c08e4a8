import { SAVED_SEARCH } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import {
  idFromRequest,
  keyFromRequest,
  noSuchSavedSearch,
  ownerFromRequest,
  savedSearchToResponse,
} from './convert';
import { newSecret } from './new-secret';

/**
 * @throws ServiceError `not_found`; `invalid_parameter` without a webhook; `idempotency_conflict` when the key was
 *   used for another one, or its secret was replaced.
 */
export async function rotateSecret(
  { savedSearches, metrics }: Context,
  request: notifier.RotateSecretRequest,
  isTest: boolean,
): Promise<notifier.RotateSecretResponse> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.id);
  const key = keyFromRequest(request);
  const rotated = await onDatabase(() => savedSearches.rotateSecret(owner, id, newSecret(), key));
  if (rotated === 'no_search') throw noSuchSavedSearch();
  if (rotated === 'no_webhook') {
    throw new ServiceError('invalid_parameter', 'This saved search has no webhook, and so no secret.');
  }
  if (rotated === 'conflict') {
    throw new ServiceError(
      'idempotency_conflict',
      `This Idempotency-Key was used within ${SAVED_SEARCH.idempotencyHours} hours for another saved search, or for a secret that was replaced.`,
    );
  }
  const { savedSearch, secret, isReplayed } = rotated;
  if (!isReplayed) metrics.savedSearchChanged('secret_rotated');
  return { savedSearch: savedSearchToResponse(savedSearch), secret, replayed: isReplayed };
}
