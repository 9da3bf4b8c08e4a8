import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkMonth } from './convert-reconciliation';

/** Compares all funds, a month's totals, and budgets with the entries. Reads every entry, so set a long deadline. */
export async function verifyLedger(
  context: Context,
  request: ledger.VerifyLedgerRequest,
  call: CallContext,
): Promise<ledger.VerifyLedgerResponse> {
  checkMonth(request.month);
  try {
    return await context.reconciliation.verify(request.month, call.remainingMs());
  } catch (error) {
    throw toCallerError(error);
  }
}
