import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkMonth } from './convert-reconciliation';

/**
 * Compares all funds, a month's totals, budgets, and receipts with the entries: a page, which takes about a second, or
 * without one everything, which needs a long deadline.
 */
export async function verifyLedger(
  context: Context,
  request: ledger.VerifyLedgerRequest,
  call: CallContext,
): Promise<ledger.VerifyLedgerResponse> {
  checkMonth(request.month);
  const { month, page } = request;
  const { verification } = context;
  return onDatabase(async () =>
    page
      ? verification.verifyPage(month, page, call.remainingMs())
      : { ...(await verification.verify(month, () => call.remainingMs())), nextCursor: '' },
  );
}
