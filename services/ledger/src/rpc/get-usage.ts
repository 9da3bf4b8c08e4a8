import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkUsageRequest, usageToResponse } from './convert';

/** What an account used in a UTC month, and what it has left now. Costs nothing. */
export async function getUsage(context: Context, request: ledger.GetUsageRequest): Promise<ledger.Usage> {
  checkUsageRequest(request);
  try {
    return usageToResponse(await context.accounts.readUsage(request.accountId, request.month || undefined));
  } catch (error) {
    throw toCallerError(error);
  }
}
