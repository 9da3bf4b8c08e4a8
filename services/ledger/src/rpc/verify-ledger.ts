import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkMonth } from './convert-reconciliation';

/** Compares all funds, a month's totals, and budgets with the entries. Reads every entry, so set a long deadline. */
export async function verifyLedger(
  context: Context,
  request: ledger.VerifyLedgerRequest,
  call: CallContext,
): Promise<ledger.VerifyLedgerResponse> {
  checkMonth(request.month);
  return onDatabase(() => context.reconciliation.verify(request.month, call.remainingMs()));
}
