import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkBudgetRequest } from './convert-budget';

/** What an account was charged under a budget's id within the window. */
export async function getBudget(
  context: Context,
  request: ledger.GetBudgetRequest,
): Promise<ledger.GetBudgetResponse> {
  checkBudgetRequest(request);
  return onDatabase(async () => ({
    usedRecords: await context.budgets.readUsed(request.accountId, request.budgetId),
  }));
}
