import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { accountIdsFromRequest } from './convert';

/** Balance and this month's usage of several accounts, in one statement. Creates no account. */
export async function listFunds(
  context: Context,
  request: ledger.ListFundsRequest,
): Promise<ledger.ListFundsResponse> {
  const accountIds = accountIdsFromRequest(request);
  return onDatabase(async () => ({ accounts: await context.accounts.readFunds(accountIds) }));
}
