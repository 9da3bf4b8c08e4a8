import type { identity } from '@heliograph/proto';
import { ServiceError, isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { actorOf, ownerFromRequest } from './convert/calls';
import { keyChangesFromRequest, keyToResponse } from './convert/keys';
import { noSuchKey } from './not-found';

/**
 * Changes a key's name or monthly cap.
 *
 * @throws ServiceError `not_found` without such a key; `invalid_parameter`, also for a revoked key.
 */
export async function updateKey(
  context: Context,
  request: identity.UpdateKeyRequest,
  call: CallContext,
): Promise<identity.Key> {
  const changes = keyChangesFromRequest(request);
  const { id } = request;
  const owner = ownerFromRequest(request.accountId);
  const key =
    isUuid(id) && (owner === undefined || isUuid(owner))
      ? await onDatabase(() => context.keys.update(id, owner, changes, actorOf(call, request.actor)))
      : 'no_key';
  if (key === 'no_key') throw noSuchKey();
  if (key === 'revoked') {
    throw new ServiceError('invalid_parameter', 'A revoked key cannot be changed. Create another one.', {
      issues: [{ parameter: 'id', message: 'is the id of a revoked key, which cannot be changed' }],
    });
  }
  context.metrics.changed('key.update');
  return keyToResponse(key);
}
