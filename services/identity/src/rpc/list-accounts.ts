import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { accountPageFromRequest, accountToResponse } from './convert/accounts';

/** Accounts, newest first, page by page. */
export async function listAccounts(
  context: Context,
  request: identity.ListAccountsRequest,
): Promise<identity.ListAccountsResponse> {
  const { query, limit, before } = accountPageFromRequest(request);
  const found = await onDatabase(() => context.accounts.list(query, limit + 1, before));
  const accounts = found.slice(0, limit);
  return {
    accounts: accounts.map(accountToResponse),
    nextPageToken: found.length > limit ? accounts.at(-1)!.id : '',
  };
}
