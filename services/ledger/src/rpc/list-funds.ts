import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { accountIdsFromRequest } from './convert';

/** Balance and this month's usage of several accounts, in one statement. Opens no account. */
export async function listFunds(
  context: Context,
  request: ledger.ListFundsRequest,
): Promise<ledger.ListFundsResponse> {
  const accountIds = accountIdsFromRequest(request);
  try {
    return { accounts: await context.accounts.readFunds(accountIds) };
  } catch (error) {
    throw toCallerError(error);
  }
}
