import type { identity } from '@heliograph/proto';
import { generateApiKey, uuidv7, isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { actorOf } from './convert/calls';
import { keyToResponse, newKeyFromRequest } from './convert/keys';
import { noSuchAccount } from './not-found';
import { isKeyRefusal, tooManyKeys } from './too-many-keys';

/**
 * Creates a key. Only this response contains the key itself.
 *
 * @throws ServiceError `not_found` without such an account; `invalid_parameter`, also when the account has the maximum
 *   number of keys, or has made too many recently.
 */
export async function createKey(
  context: Context,
  request: identity.CreateKeyRequest,
  call: CallContext,
): Promise<identity.CreateKeyResponse> {
  const wanted = newKeyFromRequest(request, Date.now());
  const { accountId } = request;
  if (!isUuid(accountId)) throw noSuchAccount();
  const { secret, hash, hint } = generateApiKey(wanted);
  const key = await onDatabase(() =>
    context.keys.create({ ...wanted, id: uuidv7(), accountId, hash, hint }, actorOf(call, request.actor)),
  );
  if (key === 'no_account') throw noSuchAccount();
  if (isKeyRefusal(key)) throw tooManyKeys(key);
  context.metrics.changed('key.create');
  return { key: keyToResponse(key), secret };
}
