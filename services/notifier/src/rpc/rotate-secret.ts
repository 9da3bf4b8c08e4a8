import { onDatabase } from '@heliograph/postgres';
import type { notifier } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { idFromRequest, noSuchSavedSearch, ownerFromRequest, savedSearchToResponse } from './convert';
import { newSecret } from './new-secret';

/** @throws ServiceError `not_found`; `invalid_parameter` without a webhook. */
export async function rotateSecret(
  { savedSearches, metrics }: Context,
  request: notifier.RotateSecretRequest,
  isTest: boolean,
): Promise<notifier.RotateSecretResponse> {
  const owner = ownerFromRequest(request, isTest);
  const id = idFromRequest(request.id);
  const secret = newSecret();
  const rotated = await onDatabase(() => savedSearches.rotateSecret(owner, id, secret));
  if (rotated === 'no_search') throw noSuchSavedSearch();
  if (rotated === 'no_webhook') {
    throw new ServiceError('invalid_parameter', 'This saved search has no webhook, and so no secret.');
  }
  metrics.savedSearchChanged('secret_rotated');
  return { savedSearch: savedSearchToResponse(rotated), secret };
}
