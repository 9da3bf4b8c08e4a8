import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkSumRequest } from './convert-books';

/** Totals of the charges of a UTC month made from the entries, reversed ones too: a page of accounts, or those named. */
export async function sumCharges(
  context: Context,
  request: ledger.SumChargesRequest,
  call: CallContext,
): Promise<ledger.SumChargesResponse> {
  checkSumRequest(request);
  const { month, afterAccountId, accountIds } = request;
  try {
    const { sums, nextAfter } = await context.books.sumCharges(
      month,
      accountIds.length > 0 ? { ids: [...new Set(accountIds)] } : { after: afterAccountId },
      call.remainingMs(),
    );
    return { sums, nextAfterAccountId: nextAfter };
  } catch (error) {
    throw toCallerError(error);
  }
}
