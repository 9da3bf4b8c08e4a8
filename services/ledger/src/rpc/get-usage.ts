import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkUsageRequest, usageToResponse } from './convert';

/** What an account used in a UTC month, and what it has left now. Costs nothing. */
export async function getUsage(context: Context, request: ledger.GetUsageRequest): Promise<ledger.Usage> {
  checkUsageRequest(request);
  return onDatabase(async () =>
    usageToResponse(await context.accounts.readUsage(request.accountId, request.month || undefined)),
  );
}
