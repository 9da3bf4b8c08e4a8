import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { isUuid } from '@heliograph/runtime';
import { keyToResponse } from './convert/keys';
import { keyIdsFromRequest } from './key-ids';
import { noSuchAccount } from './not-found';

/**
 * An account's usable keys and those revoked or expired last, oldest first; or those asked for.
 *
 * @throws ServiceError `not_found` without such an account; `invalid_parameter` for too many ids.
 */
export async function listKeys(
  context: Context,
  request: identity.ListKeysRequest,
): Promise<identity.ListKeysResponse> {
  const { accountId, usableOnly } = request;
  if (!isUuid(accountId)) throw noSuchAccount();
  const ids = keyIdsFromRequest(request.ids, 'ids');
  const keys = await onDatabase(() =>
    ids
      ? context.keys.find(accountId, ids)
      : context.keys.list(accountId, usableOnly === true ? 0 : undefined),
  );
  if (keys.length === 0 && !(await onDatabase(() => context.accounts.find(accountId)))) throw noSuchAccount();
  return { keys: keys.map(keyToResponse) };
}
