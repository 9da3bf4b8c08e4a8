import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { isId } from '../domain/text';
import { onDatabase } from '@heliograph/postgres';
import { keyToResponse } from './convert';
import { noSuchAccount } from './not-found';

/** All keys of an account, oldest first, including revoked and expired ones. */
export async function listKeys(
  context: Context,
  request: identity.ListKeysRequest,
): Promise<identity.ListKeysResponse> {
  const { accountId } = request;
  if (!isId(accountId)) throw noSuchAccount();
  const keys = await onDatabase(() => context.keys.list(accountId));
  if (keys.length === 0 && !(await onDatabase(() => context.accounts.find(accountId)))) throw noSuchAccount();
  return { keys: keys.map(keyToResponse) };
}
