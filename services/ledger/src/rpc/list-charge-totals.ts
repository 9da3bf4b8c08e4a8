import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkTotalsRequest } from './convert-reconciliation';

/** Totals of a UTC month's charges from the entries, including reversed ones: a page of accounts, or those named. */
export async function listChargeTotals(
  context: Context,
  request: ledger.ListChargeTotalsRequest,
  call: CallContext,
): Promise<ledger.ListChargeTotalsResponse> {
  checkTotalsRequest(request);
  const { month, afterAccountId, accountIds } = request;
  return onDatabase(async () => {
    const { totals, nextAfter } = await context.reconciliation.readTotals(
      month,
      accountIds.length > 0 ? { ids: [...new Set(accountIds)] } : { after: afterAccountId },
      call.remainingMs(),
    );
    return { totals, nextAfterAccountId: nextAfter };
  });
}
