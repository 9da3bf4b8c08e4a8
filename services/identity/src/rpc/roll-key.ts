import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { ServiceError, generateApiKey, uuidv7, isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { actorOf, ownerFromRequest } from './convert/calls';
import { keyToResponse, overlapFromRequest } from './convert/keys';
import { noSuchKey } from './not-found';
import { isKeyRefusal, tooManyKeys } from './too-many-keys';

/**
 * Makes a key like an existing one, and ends that one after the overlap. Only this response contains the new key
 * itself.
 *
 * @throws ServiceError `not_found` without such a key; `invalid_parameter`, also for a revoked or expired key, and when
 *   the account has the maximum number of keys, or has made too many recently.
 */
export async function rollKey(
  context: Context,
  request: identity.RollKeyRequest,
  call: CallContext,
): Promise<identity.CreateKeyResponse> {
  const overlapSeconds = overlapFromRequest(request);
  const owner = ownerFromRequest(request.accountId);
  const { id } = request;
  if (!isUuid(id) || (owner !== undefined && !isUuid(owner))) throw noSuchKey();
  let secret = '';
  const generate = (kind: { isTest: boolean }) => {
    const generated = generateApiKey(kind);
    ({ secret } = generated);
    return generated;
  };
  const next = { id: uuidv7(), generate };
  const key = await onDatabase(() =>
    context.keys.roll(id, owner, next, overlapSeconds, actorOf(call, request.actor)),
  );
  if (key === 'no_key') throw noSuchKey();
  if (isKeyRefusal(key)) throw tooManyKeys(key);
  if (key === 'unusable') {
    throw new ServiceError('invalid_parameter', 'The key is revoked or expired. Create another one.', {
      issues: [{ parameter: 'id', message: 'is the id of a key that is revoked or expired' }],
    });
  }
  context.metrics.changed('key.roll');
  return { key: keyToResponse(key), secret };
}
