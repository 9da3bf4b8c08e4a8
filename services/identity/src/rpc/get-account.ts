import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { isUuid } from '@heliograph/runtime';
import { accountToResponse } from './convert/accounts';
import { noSuchAccount } from './not-found';

/** @throws ServiceError `not_found`. */
export async function getAccount(
  context: Context,
  request: identity.GetAccountRequest,
): Promise<identity.Account> {
  const { id } = request;
  const account = isUuid(id) ? await onDatabase(() => context.accounts.find(id)) : undefined;
  if (!account) throw noSuchAccount();
  return accountToResponse(account);
}
