import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkUsageRequest } from './convert';

/** Usage of an account's credentials in a UTC month, by id. */
export async function listCredentialUsage(
  context: Context,
  request: ledger.ListCredentialUsageRequest,
): Promise<ledger.ListCredentialUsageResponse> {
  checkUsageRequest(request);
  try {
    return await context.accounts.readCredentialUsage(request.accountId, request.month || undefined);
  } catch (error) {
    throw toCallerError(error);
  }
}
