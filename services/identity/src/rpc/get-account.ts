import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { isId } from '../domain/text';
import { onDatabase } from '@heliograph/postgres';
import { accountToResponse } from './convert/accounts';
import { noSuchAccount } from './not-found';

/** @throws ServiceError `not_found`. */
export async function getAccount(
  context: Context,
  request: identity.GetAccountRequest,
): Promise<identity.Account> {
  const { id } = request;
  const account = isId(id) ? await onDatabase(() => context.accounts.find(id)) : undefined;
  if (!account) throw noSuchAccount();
  return accountToResponse(account);
}
