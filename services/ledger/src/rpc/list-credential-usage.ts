import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkUsageRequest } from './convert';

/** Usage of an account's credentials in a UTC month, by id. */
export async function listCredentialUsage(
  context: Context,
  request: ledger.ListCredentialUsageRequest,
): Promise<ledger.ListCredentialUsageResponse> {
  checkUsageRequest(request);
  return onDatabase(() =>
    context.accounts.readCredentialUsage(request.accountId, request.month || undefined),
  );
}
